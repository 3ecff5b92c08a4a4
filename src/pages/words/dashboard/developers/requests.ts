/** What apps called of the API. */
export const requestsWords = {
  title: 'API log',
  intro:
    'The calls of an app, added up by day (UTC), and with which codes they failed. It is kept for 90 days and holds no value of a request: to look at a single call, search your own log for the Request-Id of its answer.',
  noApps: 'You have no app in this mode yet. Create one to get keys.',
  createApp: 'Create an app',
  app: 'App',
  group: 'Show',
  groups: { day: 'By day', operation: 'By operation', code: 'By code' },
  operation: 'Operation',
  version: 'API version',
  code: 'Failed with',
  outcome: 'Calls',
  onlyFailed: 'With failures only',
  from: 'From',
  until: 'To',
  day: 'Day',
  calls: 'Calls',
  failures: 'Failed',
  rate: (percent: string) => `${percent} %`,
  codes: 'Codes',
  operations: 'Operations',
  days: 'Days',
  lastAt: 'Last call',
  byHeader: 'named in the header',
  pinned: 'pinned by the app',
  countsAll:
    'Calls and failures are those of all days and operations on which the code came up: how many failed with this very code is not counted.',
  settings: 'its keys and settings',
  empty:
    'No calls match. A new call stands here within seconds. Make one with the key of the app, or clear the filters.',
} as const;
