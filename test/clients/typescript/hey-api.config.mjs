export default {
  input: process.env.CONTRACT,
  output: { path: 'client', module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
};
