import protobuf from 'protobufjs';
import type { FormatProblems } from './format.ts';
import type { ProtoField, ProtoMessage, ProtoScalar, ProtoType } from './protobuf-message.ts';
import { isPackable } from './protobuf-made.ts';

const IMPORTED = /import\s+(?:public\s+|weak\s+)?"([^"]+)"/g;

/** A message of a `.proto` file. @param name of the message; undefined: its only one */
export function givenMessage(text: string, name: string | undefined): ProtoMessage | FormatProblems {
  try {
    const { root } = protobuf.parse(text, { keepCase: true });
    for (const [, file = ''] of text.matchAll(IMPORTED)) {
      const known = protobuf.common.get(file);
      if (known?.nested === undefined || known.nested === null)
        return { problems: [`The .proto file imports ${file}. Put its messages in the same file`] };
      root.addJSON(known.nested);
    }
    root.resolveAll();
    const found = named(root, name);
    return 'problems' in found ? found : messageOf(found, new Map());
  } catch (error) {
    return { problems: [`Invalid .proto file: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

function named(root: protobuf.Root, name: string | undefined): protobuf.Type | FormatProblems {
  const types = typesIn(root).filter(({ fullName }) => !fullName.startsWith('.google.protobuf.'));
  const names = types.map(({ fullName }) => fullName.slice(1));
  const [only] = types;
  if (name === undefined && types.length === 1 && only !== undefined) return only;
  const found = types.find((type) => type.fullName === `.${name}` || type.name === name);
  if (found !== undefined) return found;
  return {
    problems: [
      name === undefined
        ? `message is required: the .proto file has the messages ${names.join(', ')}`
        : `message: Unknown message ${name}. Messages: ${names.join(', ')}`,
    ],
  };
}

const typesIn = (space: protobuf.NamespaceBase): readonly protobuf.Type[] =>
  space.nestedArray.flatMap((each) => [
    ...(each instanceof protobuf.Type ? [each] : []),
    ...(each instanceof protobuf.Namespace ? typesIn(each) : []),
  ]);

/** Messages that contain themselves are made once. */
function messageOf(type: protobuf.Type, made: Map<protobuf.Type, ProtoMessage>): ProtoMessage {
  const known = made.get(type);
  if (known !== undefined) return known;
  const fields: ProtoField[] = [];
  const message: ProtoMessage = { name: type.name, fields, oneofs: {} };
  made.set(type, message);
  for (const field of type.fieldsArray) {
    const own = typeOf(field.type, field.resolvedType, made);
    const isMap = field instanceof protobuf.MapField;
    const proto: ProtoType = isMap ? { is: 'map', of: own } : own;
    fields.push({
      name: field.name,
      otherName: camel(field.name),
      number: field.id,
      type: proto,
      isRepeated: field.repeated && !isMap,
      isPacked: field.repeated && field.packed && isPackable(proto),
      isRequired: field.required,
    });
  }
  return message;
}

/** A name in JSON (https://protobuf.dev/programming-guides/json/). */
const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function typeOf(
  name: string,
  resolved: protobuf.Type | protobuf.Enum | null,
  made: Map<protobuf.Type, ProtoMessage>,
): ProtoType {
  // `resolveAll` has refused all other names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (resolved === null) return { is: name as ProtoScalar };
  if (resolved instanceof protobuf.Enum) return { is: 'enum', name: resolved.name, values: resolved.values };
  if (resolved.fullName === '.google.protobuf.Timestamp') return { is: 'timestamp' };
  return { is: 'message', message: messageOf(resolved, made) };
}
