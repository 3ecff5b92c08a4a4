/** The versions of Kubernetes that the chart is for. A Helm that is built from its sources takes another one for granted. */
export const kubernetes = { oldest: '1.27.0', newest: '1.37.0' } as const;

/** Nothing is known without it. */
export const least = { publicUrl: 'https://pay.example.com', database: { connectionsAllowed: 300 } };
/** Values that people could write: a few, all, and others than usual. */
export const chartValues = {
  'the usual values': least,
  'a pooler, providers, a dashboard, and all that is optional': {
    ...least,
    image: { tag: '1.2.3', pullSecrets: ['registry'] },
    extraSecrets: ['gateways'],
    drainSeconds: 20,
    settings: {
      DASHBOARD_URL: 'https://dashboard.example.com',
      MAIL_FROM: 'Payments <payments@example.com>',
      CHECKOUT_URL: 'https://checkout.example.com',
      LANGUAGES: 'en,fr',
    },
    database: {
      pooler: 'postgres://pgbouncer:6432/payments',
      direct: 'postgres://db:5432/payments',
      connectionsPerProcess: 40,
      connectionsAllowed: 720,
    },
    gateways: { configMap: 'gateways' },
    api: { replicas: 3, autoscaling: { maxReplicas: 10 } },
    worker: { autoscaling: { enabled: true } },
    ingress: {
      enabled: true,
      className: 'nginx',
      hosts: ['pay.example.com', 'dashboard.example.com'],
      tlsSecret: 'tls',
    },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    networkPolicy: { enabled: true },
    podAnnotations: { 'example.com/team': 'payments' },
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    tolerations: [{ key: 'payments', operator: 'Exists' }],
  },
  'a fixed number of processes that count alone': {
    ...least,
    sharedLimits: false,
    migration: { enabled: false },
    api: { autoscaling: { enabled: false } },
    database: { connectionsAllowed: 200 },
  },
} as const;
