import { argumentOf, generatorTypes, locales, needsParams, paramsOf } from '@catbird/engine';
import { plainText } from '../ui/plain-text.ts';
import type { TypeSummary } from './type-protocol.ts';

/** All generator types, with what completion and forms need of them. */
export const typeSummaries = (): readonly TypeSummary[] =>
  generatorTypes.map((type) => ({
    name: type.name,
    summary: plainText(type.summary),
    example: type.example === undefined ? undefined : JSON.stringify(type.example),
    params: paramsOf(type).map((param) => ({
      ...param,
      description: param.description && plainText(param.description),
    })),
    argument: argumentOf(type),
    needsParams: needsParams(type),
    isRowOnly: type.rowOnly === true,
    locales: type.locale === undefined ? [] : locales.filter((name) => type.locale?.lacks(name) === false),
  }));
