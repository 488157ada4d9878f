// The tests that try random cases, with many more of them.
process.env['FUZZ'] = '20';
await import('../src/delivery/schedule.test.ts');
await import('../src/destinations/redact.test.ts');
await import('../src/generators/any-schema.test.ts');
await import('../src/generators/kernels/number/digits.test.ts');
