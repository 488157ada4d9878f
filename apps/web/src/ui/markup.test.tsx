import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Field } from './field.tsx';
import { TextInput } from './input.tsx';
import { Ledger } from './ledger.tsx';
import { RadioGroup } from './radio.tsx';
import { Rail } from './rail.tsx';
import { Report } from './report.tsx';

const ignore = () => undefined;

const field = (error?: string) =>
  renderToStaticMarkup(
    <Field id="token" label="Token" hint="From the settings page" error={error}>
      {(control) => <TextInput {...control} value="" onValue={ignore} />}
    </Field>,
  );

test('a hint describes its control', () => {
  expect(field()).toContain('aria-describedby="token-note"');
  expect(field()).toContain('<p class="hint" id="token-note">From the settings page</p>');
  expect(field()).not.toContain('aria-invalid');
});

test('an error replaces the hint and marks the control as invalid', () => {
  const markup = field('token: Required');
  expect(markup).toContain('aria-invalid="true"');
  expect(markup).toContain('<p class="err" id="token-note">token: Required</p>');
  expect(markup).not.toContain('From the settings page');
});

test('a failure is announced immediately, everything else politely', () => {
  expect(renderToStaticMarkup(<Report tone="failed" title="Refused" />)).toContain('role="alert"');
  expect(renderToStaticMarkup(<Report tone="behind" title="Late" />)).toContain('role="status"');
});

test('zeros have no colour, parts no share, and the sum is below', () => {
  const markup = renderToStaticMarkup(
    <Ledger
      caption="Delivery"
      lines={[
        { label: 'Failed', count: 0, tone: 'failed' },
        { label: 'Accepted', count: 1000, tone: 'accepted' },
        { label: 'of these late', count: 10, tone: 'behind', part: true },
      ]}
      sum={{ label: 'Generated', count: 1000 }}
    />,
  );
  expect(markup).toContain('c-line');
  expect(markup).not.toContain('c-failed');
  expect(markup).toContain('<td class="share">100 %</td><td>1,000</td>');
  expect(markup).toContain('of these late</th><td class="share"></td><td>10</td>');
  expect(markup).toContain('the sum of the above</span></th><td>1,000</td>');
});

test('reached steps are links, later ones disabled buttons, and the one in view is current', () => {
  const markup = renderToStaticMarkup(
    <Rail
      home="./"
      links={[]}
      inView="settings"
      foot=""
      steps={[
        { id: 'settings', title: 'Connect', reached: true, summary: 'Ably' },
        { id: 'schema', title: 'Build the schema', reached: false },
      ]}
    />,
  );
  expect(markup).toContain(
    '<a href="#settings" class="step" aria-current="step">Connect<small>Ably</small></a>',
  );
  expect(markup).toContain('<button type="button" class="step" disabled="">Build the schema</button>');
});

test('a locked radio group is a disabled fieldset that still shows its value', () => {
  const markup = renderToStaticMarkup(
    <RadioGroup
      legend="Limit"
      value="no"
      onValue={ignore}
      disabled
      options={[
        { value: 'no', label: 'No' },
        { value: 'yes', label: 'Yes' },
      ]}
    />,
  );
  expect(markup).toContain('<fieldset class="field" disabled="">');
  expect(markup.match(/checked=""/g)).toHaveLength(1);
});
