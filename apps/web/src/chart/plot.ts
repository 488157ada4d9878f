import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onThemeChange } from '../ui/index.ts';
import { ACHIEVED, ASKED, drawGrid, drawLabels, highestOf, nowOf } from './draw.ts';
import { readPalette } from './palette.ts';
import { rateScale, secondsShown } from './window.ts';

/** Seconds since the start, and the rates at each of them in events a second. Not a finite number: no line there. */
export interface Rates {
  readonly seconds: readonly number[];
  readonly asked: readonly number[];
  readonly achieved: readonly number[];
}

/** A plot on the page. */
export interface Plot {
  readonly show: (rates: Rates) => void;
  readonly remove: () => void;
}

/** Room around the lines for the dot and the words, CSS pixels: above, right, below, left. */
const padding: [number, number, number, number] = [8, 10, 24, 0];

/** Draws rates into a place, filling it, and follows its size and the page's theme. */
export function newPlot(place: HTMLElement, rates: Rates): Plot {
  let palette = readPalette(place);
  const options: uPlot.Options = {
    ...sizeOf(place),
    padding,
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: {
      x: { time: false, range: (plot) => [nowOf(plot) - secondsShown(plot.width), nowOf(plot)] },
      y: { range: (plot) => [0, rateScale(highestOf(plot)).top] },
    },
    series: [
      {},
      { stroke: () => palette.muted, width: 1.25, dash: [3, 4], cap: 'butt', points: { show: false } },
      {
        stroke: () => palette.accepted,
        width: 2,
        fill: () => palette.acceptedSoft,
        points: { show: false },
      },
    ],
    bands: [{ series: [ASKED, ACHIEVED], fill: () => palette.behindSoft }],
    hooks: {
      drawClear: [(plot) => drawGrid(plot, palette)],
      draw: [(plot) => drawLabels(plot, palette)],
    },
  };
  const plot = new uPlot(options, dataOf(rates), place);
  const resized = new ResizeObserver(() => plot.setSize(sizeOf(place)));
  resized.observe(place);
  const endTheme = onThemeChange(() => {
    palette = readPalette(place);
    plot.redraw(false);
  });
  return {
    show: (next) => plot.setData(dataOf(next)),
    remove: () => {
      endTheme();
      resized.disconnect();
      plot.destroy();
    },
  };
}

const sizeOf = (place: HTMLElement) => ({ width: place.clientWidth, height: place.clientHeight });

const drawable = (rates: readonly number[]) => rates.map((rate) => (Number.isFinite(rate) ? rate : null));

const dataOf = ({ seconds, asked, achieved }: Rates): uPlot.AlignedData => [
  [...seconds],
  drawable(asked),
  drawable(achieved),
];
