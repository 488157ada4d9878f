import type uPlot from 'uplot';
import type { Palette } from './palette.ts';
import { rateScale, secondsShown, timeSplits } from './window.ts';

const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
/** CSS pixels; the canvas has `uPlot.pxRatio` times as many. */
const labelSize = 12.5;
const dotRadius = 5;

/** Index of a series in the plot's data. */
export const ASKED = 1;
export const ACHIEVED = 2;

/** Gridlines at zero and at round rates, except where the asked rate is drawn. */
export function drawGrid(plot: uPlot, { line }: Palette): void {
  const { ctx, bbox } = plot;
  const asked = lastOf(plot, ASKED);
  ctx.save();
  ctx.strokeStyle = line;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  for (const rate of [0, ...gridlines(plot)]) {
    if (rate === asked) continue;
    const y = Math.round(plot.valToPos(rate, 'y', true)) + 0.5;
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
  }
  ctx.stroke();
  ctx.restore();
}

/** The labels of both axes, and the line and dot at the current second. */
export function drawLabels(plot: uPlot, palette: Palette): void {
  const { ctx } = plot;
  ctx.save();
  ctx.font = `${labelSize * devicePixelRatio}px ${palette.font}`;
  ctx.textBaseline = 'middle';
  drawRates(plot, palette);
  drawTimes(plot, palette);
  drawNow(plot, palette);
  ctx.restore();
}

function drawRates(plot: uPlot, { paper, muted }: Palette): void {
  const { ctx, bbox } = plot;
  const halfHeight = labelSize * 0.6 * devicePixelRatio;
  ctx.textAlign = 'left';
  for (const rate of gridlines(plot)) {
    const text = thousands.format(rate);
    const y = plot.valToPos(rate, 'y', true);
    ctx.fillStyle = paper;
    ctx.fillRect(
      bbox.left,
      y - halfHeight,
      ctx.measureText(text).width + 6 * devicePixelRatio,
      halfHeight * 2,
    );
    ctx.fillStyle = muted;
    ctx.fillText(text, bbox.left, y);
  }
}

function drawTimes(plot: uPlot, { muted }: Palette): void {
  const { ctx, bbox } = plot;
  const now = nowOf(plot);
  const y = bbox.top + bbox.height + 14 * devicePixelRatio;
  ctx.fillStyle = muted;
  for (const second of timeSplits(now, secondsShown(plot.width))) {
    const isNow = second === now;
    ctx.textAlign = isNow ? 'right' : 'center';
    const x = isNow ? ctx.canvas.width : plot.valToPos(second, 'x', true);
    ctx.fillText(isNow ? 'now' : `−${now - second} s`, x, y);
  }
}

function drawNow(plot: uPlot, { now: rufous, paper }: Palette): void {
  const { ctx, bbox } = plot;
  const x = plot.valToPos(nowOf(plot), 'x', true);
  ctx.strokeStyle = rufous;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  const achieved = lastOf(plot, ACHIEVED);
  if (achieved === undefined) return;
  ctx.fillStyle = rufous;
  ctx.strokeStyle = paper;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  ctx.arc(x, plot.valToPos(achieved, 'y', true), dotRadius * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
}

const gridlines = (plot: uPlot): readonly number[] => rateScale(highestOf(plot)).lines;

/** The highest visible rate. */
export function highestOf(plot: uPlot): number {
  const [seconds, ...rates] = plot.data;
  const from = nowOf(plot) - secondsShown(plot.width);
  let highest = 0;
  for (const series of rates) {
    series.forEach((rate, i) => {
      if ((seconds[i] ?? 0) >= from && typeof rate === 'number') highest = Math.max(highest, rate);
    });
  }
  return highest;
}

/** The second at the right edge. */
export const nowOf = (plot: uPlot): number => plot.data[0].at(-1) ?? 0;

const lastOf = (plot: uPlot, series: number): number | undefined => plot.data[series]?.at(-1) ?? undefined;
