import { appendFileSync } from 'node:fs';
import { env } from 'node:process';
import { NodeTracerProvider, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';

// Loaded with `--import` as an operator's own file would be: the standard SDK, which writes each span as a line to SPANS_FILE.

const file = env['SPANS_FILE'] ?? '';

function write(span: ReadableSpan): void {
  const { name, attributes, status } = span;
  const { traceId, spanId } = span.spanContext();
  const line = {
    name,
    traceId,
    spanId,
    parent: span.parentSpanContext?.spanId,
    attributes,
    status,
    pid: process.pid,
  };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

const exporter = {
  export: (spans: ReadableSpan[], done: (result: { code: number }) => void) => {
    for (const span of spans) write(span);
    done({ code: 0 });
  },
  shutdown: () => Promise.resolve(),
};

new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
