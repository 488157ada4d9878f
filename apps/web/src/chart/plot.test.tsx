import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Plot, type PlotProps } from './plot.tsx';

const level = (second: number) => ({ second, accepted: 100, planned: 100, isBehind: false });
const plot = (more: Partial<PlotProps> = {}): string =>
  renderToStaticMarkup(
    <Plot
      levels={[level(0), level(1)]}
      asked={100}
      nowS={2.5}
      live
      marks={[]}
      faults={[]}
      requests={[]}
      width={600}
      height={180}
      {...more}
    />,
  );

test('a run that goes on ends now, and what is asked goes on, too', () => {
  expect(plot()).toContain('class="now-line"');
  expect(plot()).toContain('>now</text>');
  expect(/class="asked" d="([^"]*)"/.exec(plot())?.[1]).toMatch(/V[\d.]+H594$/);
});

test('a run that makes no more rows has neither', () => {
  const stopped = plot({ live: false });
  expect(stopped).not.toContain('now-line');
  expect(stopped).not.toContain('now-dot');
  expect(stopped).not.toContain('>now</text>');
  expect(stopped).toContain('>2.5 s</text>');
  expect(/class="asked" d="([^"]*)"/.exec(stopped)?.[1]).not.toContain('H594');
});

test('faults are bands with their names, up to now while they last', () => {
  const markup = plot({
    faults: [
      { from: 0.5, to: 1, name: '2 % duplicates' },
      { from: 1.5, to: undefined, name: '5 % late' },
      { from: 9, to: 10, name: 'not yet' },
    ],
  });
  expect(markup.match(/class="fault-band"/g)).toHaveLength(2);
  expect(markup).toContain('5 % late</text>');
});

test('the whole of a long run is shown, or its last ten minutes', () => {
  const levels = Array.from({ length: 500 }, (_, i) => ({ ...level(i * 4), length: 4 }));
  expect(plot({ levels, nowS: 2000 })).toContain('>23:20</text>');
  const whole = plot({ levels, nowS: 2000, mostSeconds: Infinity });
  expect(whole).toContain('>start</text>');
  expect(whole).toContain('>20:00</text>');
});
