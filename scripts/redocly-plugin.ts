import { badges, codeSamples, openEnums } from './redocly/decorators.ts';
import { type Document, type Path, type Rule } from './redocly/document.ts';
import { examples, producers } from './redocly/examples.ts';
import { failureCodes } from './redocly/failures.ts';
import { gates } from './redocly/gates.ts';
import { generators } from './redocly/generators.ts';
import { answerHeaders, commonResponses, envelope, origin } from './redocly/operations.ts';
import { boundedStrings, closedRequests, safePatterns } from './redocly/schemas.ts';
import { eventMetadata, lineLength, noAnchors, unusedComponents, versions } from './redocly/sources.ts';

/**
 * The plugin for Redocly: the rules `mps/…` of this project, and decorators for the reference page.
 *
 * Spec: "Endpoints", "Errors", "Versioning".
 */
// oxlint-disable-next-line import/no-default-export -- the linter takes a plugin by its default export
export default function plugin() {
  return {
    id: 'mps',
    rules: {
      oas3: {
        origin: ruled(origin),
        envelope: ruled(envelope),
        'common-responses': ruled(commonResponses),
        gates: ruled(gates),
        'answer-headers': ruled(answerHeaders),
        'closed-requests': ruled(closedRequests),
        'bounded-strings': ruled(boundedStrings),
        'safe-patterns': ruled(safePatterns),
        'failure-codes': ruled(failureCodes),
        generators: ruled(generators),
        examples: ruled(examples),
        producers: ruled(producers),
        'event-metadata': ruled(eventMetadata),
        versions: ruled(versions),
        'no-anchors': ruled(noAnchors),
        'line-length': ruled(lineLength),
        'unused-components': ruled(unusedComponents),
      },
    },
    decorators: {
      oas3: {
        'code-samples': decorated(codeSamples),
        badges: decorated(badges),
        'open-enums': decorated(openEnums),
      },
    },
  };
}

/** The part of Redocly's context that the rules use. Redocly exports no types that TypeScript 7 can read. */
type Place = { child(path: Path): Place; key(): Place; source: { absoluteRef: string; body: string } };
type Visit = { location: Place; report: (problem: { message: string; location: Place }) => void };

/** Gives a rule the whole document before references are resolved, so that every finding has its own line. */
function ruled(rule: Rule) {
  return () => ({
    Root(document: Document, { location, report }: Visit) {
      const source = { file: location.source.absoluteRef, text: location.source.body };
      rule(
        document,
        (at, message) => report({ message, location: at.length === 0 ? location : location.child(at).key() }),
        source,
      );
    },
  });
}

function decorated(decorate: (document: Document) => void) {
  return () => ({ Root: { leave: decorate } });
}
