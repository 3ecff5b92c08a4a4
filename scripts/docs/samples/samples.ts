import type { Document, PlacedOperation } from '../../redocly/document.ts';
import { type Call, callOf } from './call.ts';
import { csharpSample, goSample, javaSample } from './compiled.ts';
import { pythonSample } from './python.ts';
import { curlSample, nodeSample, phpSample } from './scripted.ts';
import { typescriptSample } from './typescript.ts';

/** The languages of the samples: how a fenced block names each, how readers know it, and what writes it. */
const languages = [
  { fence: 'sh', name: 'curl', write: curlSample },
  { fence: 'ts', name: 'TypeScript', write: typescriptSample },
  { fence: 'js', name: 'Node.js', write: nodeSample },
  { fence: 'python', name: 'Python', write: pythonSample },
  { fence: 'php', name: 'PHP', write: phpSample },
  { fence: 'go', name: 'Go', write: goSample },
  { fence: 'java', name: 'Java', write: javaSample },
  { fence: 'csharp', name: 'C#', write: csharpSample },
] as const satisfies readonly { fence: string; name: string; write: (call: Call) => string }[];

export type Sample = {
  readonly fence: (typeof languages)[number]['fence'];
  readonly name: string;
  readonly source: string;
};

/** The first example of an operation as a program in each language. All printed samples come from here. */
export function samplesOf(document: Document, placed: PlacedOperation): readonly Sample[] {
  const call = callOf(document, placed);
  return languages.map(({ fence, name, write }) => ({ fence, name, source: write(call) }));
}
