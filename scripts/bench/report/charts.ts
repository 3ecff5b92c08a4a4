import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent } from 'echarts/components';
import * as core from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { median, type Plot } from '../measure/figures.ts';

core.use([BarChart, LineChart, ScatterChart, GridComponent, LegendComponent, SVGRenderer]);

type Options = Parameters<ReturnType<typeof core.init>['setOption']>[0];

const colors = {
  ink: '#3b4754',
  line: '#d7dce2',
  bar: '#9cc3e6',
  dot: '#0b5cad',
  high: '#a3221b',
  ground: '#ffffff',
};
const width = 640;

/** The plot as SVG. */
export function chartOf(plot: Plot): string {
  const height = plot.over === 'rounds' ? 56 + 34 * plot.sides.length : 280;
  const chart = core.init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...common, ...(plot.over === 'rounds' ? barsOf(plot) : linesOf(plot)) });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

const common = {
  animation: false,
  backgroundColor: colors.ground,
  textStyle: { fontFamily: 'system-ui, sans-serif', color: colors.ink },
  grid: { left: 8, right: 24, top: 28, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
} as const;

const values = (name: string) =>
  ({
    type: 'value',
    min: 0,
    name,
    nameLocation: 'end',
    splitNumber: 4,
    splitLine: { lineStyle: { color: colors.line } },
    axisLabel: { color: colors.ink },
  }) as const;

/** A bar to the median of each side, and a dot for each round. */
function barsOf({ unit, sides }: Plot): Options {
  const names = sides.map(({ of }) => of);
  return {
    xAxis: { ...values(''), position: 'top' },
    yAxis: {
      type: 'category',
      data: names,
      inverse: true,
      axisTick: { show: false },
      axisLabel: { color: colors.ink, width: 240, overflow: 'truncate' },
    },
    series: [
      {
        type: 'bar',
        data: sides.map((side) => median(side.values)),
        barMaxWidth: 18,
        itemStyle: { color: colors.bar },
        label: {
          show: true,
          position: 'insideLeft',
          formatter: ({ value }: { value: unknown }) => `${Number(Number(value).toPrecision(3))} ${unit}`,
        },
      },
      {
        type: 'scatter',
        symbolSize: 7,
        data: sides.flatMap((side) => side.values.map((value) => [value, side.of])),
        itemStyle: { color: colors.dot },
      },
    ],
  };
}

/** A line for each side. */
function linesOf({ unit, sides }: Plot): Options {
  const longest = Math.max(...sides.map((side) => side.values.length));
  return {
    legend: { top: 0, type: 'plain' },
    grid: { ...common.grid, top: 56, bottom: 28 },
    color: [colors.dot, colors.high],
    xAxis: {
      type: 'category',
      name: 'minutes',
      nameLocation: 'middle',
      nameGap: 26,
      data: Array.from({ length: longest }, (_, minute) => String(minute + 1)),
    },
    yAxis: values(unit),
    series: sides.map(({ of, values: data }) => ({
      type: 'line',
      name: of,
      data: [...data],
      showSymbol: false,
    })),
  };
}
