export * from './time/index.ts';
export * from './journey/index.ts';
