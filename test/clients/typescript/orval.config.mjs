export default {
  payments: {
    input: { target: process.env.CONTRACT },
    output: { mode: 'single', target: 'client.ts', client: 'fetch', baseUrl: { runtime: 'process.env.SERVICE_URL' } },
  },
};
