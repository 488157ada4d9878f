import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onThemeChange } from '../ui/index.ts';
import { ACHIEVED, ASKED, drawGrid, drawLabels, highestOf, nowOf } from './draw.ts';
import { readPalette } from './palette.ts';
import { rateScale, secondsShown } from './window.ts';

/** Seconds since the start, and the rate at each in events per second. Gaps where the rate is not finite. */
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

/** Space for the dot and the labels in CSS pixels: top, right, bottom, left. */
const padding: [number, number, number, number] = [8, 10, 24, 0];

/** Draws rates into an element, filling it, and follows its size and the page's theme. */
export function newPlot(parent: HTMLElement, rates: Rates): Plot {
  let palette = readPalette(parent);
  const options: uPlot.Options = {
    ...sizeOf(parent),
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
  const plot = new uPlot(options, dataOf(rates), parent);
  const resized = new ResizeObserver(() => plot.setSize(sizeOf(parent)));
  resized.observe(parent);
  const endTheme = onThemeChange(() => {
    palette = readPalette(parent);
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

const sizeOf = (parent: HTMLElement) => ({ width: parent.clientWidth, height: parent.clientHeight });

const drawable = (rates: readonly number[]) => rates.map((rate) => (Number.isFinite(rate) ? rate : null));

const dataOf = ({ seconds, asked, achieved }: Rates): uPlot.AlignedData => [
  [...seconds],
  drawable(asked),
  drawable(achieved),
];
