import type { init } from 'echarts/core';

type Draw = typeof init;

let loading: Promise<Draw> | undefined;

/** ECharts takes half a second to load, so it is loaded for the first chart. Only what bars need is. */
async function load(): Promise<Draw> {
  const [core, { BarChart }, { GridComponent }, { SVGRenderer }] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
  ]);
  core.use([BarChart, GridComponent, SVGRenderer]);
  return core.init;
}

const colors = { ink: '#3b4754', line: '#d7dce2', bar: '#0b5cad', ground: '#ffffff' };

export type Bars = {
  readonly width: number;
  readonly height: number;
  readonly labels: readonly string[];
  /** Heights only. Exact amounts are in the table beside the chart. */
  readonly values: readonly number[];
  /** What stands beside the lines of the grid. */
  readonly scale: (value: number) => string;
};

/** A chart of bars as SVG. It is served as an image of its own: its style attributes would break the policy of a page. */
export async function barsAsSvg({ width, height, labels, values, scale }: Bars): Promise<string> {
  loading ??= load();
  const draw = await loading;
  const chart = draw(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({
      animation: false,
      backgroundColor: colors.ground,
      textStyle: { fontFamily: 'system-ui, sans-serif', color: colors.ink },
      grid: {
        left: 8,
        right: 8,
        top: 16,
        bottom: 8,
        outerBoundsMode: 'same',
        outerBoundsContain: 'axisLabel',
      },
      xAxis: {
        type: 'category',
        data: [...labels],
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colors.line } },
        axisLabel: { color: colors.ink, fontSize: 12 },
      },
      yAxis: {
        type: 'value',
        splitNumber: 3,
        axisLabel: { color: colors.ink, fontSize: 12, formatter: scale },
        splitLine: { lineStyle: { color: colors.line } },
      },
      series: [{ type: 'bar', data: [...values], itemStyle: { color: colors.bar }, barMaxWidth: 24 }],
    });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
