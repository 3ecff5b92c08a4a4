import type { Seeded } from '../../test/contract/schemathesis/seed.ts';
import type { Operation } from './contract.ts';
import type { Admission } from './doors.ts';
import type { Exchange } from './own/client.ts';

/** They delete the objects of the merchant who calls, or change their clock or KYC tier. */
export const destructive: readonly string[] = ['resetSandbox', 'setTestKyc', 'advanceTestClock'];

export type JudgeName = 'own' | 'schemathesis' | 'journeys';

/** Tries the service and says what it found. One that throws becomes a failed verdict. */
export type Judge = {
  readonly name: JudgeName;
  readonly run: (options: JudgeOptions, progress: Progress) => Promise<Verdict>;
};

export type JudgeOptions = {
  readonly profile: 'gate' | 'nightly';
  /** Undefined: the same requests every time. */
  readonly seed: number | undefined;
  /** How long the judge may take. Undefined: as long as its profile needs. */
  readonly seconds: number | undefined;
  /** How many requests are generated at random. Undefined: as many as the profile says. */
  readonly cases: number | undefined;
  /** What to try, after `--operation` and `--tag`. */
  readonly operations: readonly Operation[];
  /** False if the run is narrowed to some operations. */
  readonly isWhole: boolean;
  /** The version that is asked for; undefined: the newest. */
  readonly version: string | undefined;
  /** The contract of that version, as one file: JSON, or YAML as it was released. */
  readonly contractFile: string;
  readonly target: FuzzTarget;
  /** Reports of the judge go to a folder of its name in here. */
  readonly folder: string;
  /** Aborted when the run is interrupted: the judge then ends its programs and returns what it has. */
  readonly signal: AbortSignal;
  /** A tool that is missing is a warning. */
  readonly mayBeMissing: boolean;
};

/** The service under test. */
export type FuzzTarget = {
  readonly baseUrl: string;
  /** The key given with `--url`; undefined if the service is our own. */
  readonly key: string | undefined;
  /** Another merchant's key, given with `--spare-key`. */
  readonly spareKey: string | undefined;
  /** Makes a merchant with objects of every kind. Throws if the service is not our own. */
  readonly aMerchant: () => Promise<Seeded>;
  /** The merchants of the own generator. Undefined if the service is not our own. */
  readonly admission: (() => Promise<Admission>) | undefined;
};

export type Now = {
  readonly operation?: string;
  readonly cases?: number;
  readonly findings?: number;
  /** How much of the work is done, from 0 to 1. */
  readonly done?: number;
};

export type Progress = { readonly at: (now: Now) => void };

/** What an operation did wrong. */
export type Finding = {
  /** Empty if it is not about one operation. */
  readonly operation: string;
  /** One sentence; details follow on lines of their own. */
  readonly what: string;
  /** A line for a shell that sends the request again. */
  readonly curl?: string;
};

export type Verdict = {
  readonly name: string;
  readonly mark: 'ok' | 'warning' | 'FAILED';
  readonly about: string;
  readonly findings: readonly Finding[];
  /** For the report. */
  readonly covered?: readonly Covered[];
  /** Operations of which it can say nothing. */
  readonly untried?: 'all' | readonly string[];
  readonly exchanges?: readonly Exchange[];
};

/** A run that could not try everything has not shown that nothing is wrong. */
export function markOf(findings: readonly Finding[], isPartial: boolean): Verdict['mark'] {
  if (findings.length > 0) return 'FAILED';
  return isPartial ? 'warning' : 'ok';
}

/** What of one kind was seen, how often, and what was not. */
export type Covered = {
  /** `answers`, `links` … */
  readonly kind: string;
  readonly seen: ReadonlyMap<string, number>;
  readonly missed: readonly string[];
};
