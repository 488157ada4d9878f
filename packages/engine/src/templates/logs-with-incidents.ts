import { defineTemplate, weighted, weights } from './template.ts';

/** Logs of six services, with an incident in one of them now and then. */
export const logsWithIncidents = defineTemplate({
  name: 'Logs with Incidents',
  summary:
    'A log line from one of six services. In one of eight stretches of 1,000 lines, a service has an incident, and its lines name the incident.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    stretch: { type: 'catbird.sequence', params: { repeat: 1000 }, hidden: true },
    trouble: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 87.5, value: null },
        { weight: 5, value: 'slow_database' },
        { weight: 5, value: 'bad_deploy' },
        { weight: 2.5, value: 'out_of_memory' },
      ],
      per: 'stretch',
      hidden: true,
    },
    ill: {
      type: 'helpers.arrayElement',
      params: ['auth', 'billing', 'catalogue', 'checkout', 'gateway', 'search'],
      per: 'stretch',
      hidden: true,
    },
    service: weighted({ gateway: 40, catalogue: 20, search: 15, auth: 10, checkout: 10, billing: 5 }),
    replica: { type: 'number.int', params: { min: 1, max: 4 }, hidden: true },
    host: { type: 'catbird.template', params: '{{service}}-{{replica}}' },
    incident: {
      type: 'catbird.expression',
      params: 'service == ill ? trouble : null',
    },
    incident_id: {
      type: 'catbird.expression',
      params: 'incident == null ? null : concat("INC-", stretch)',
    },
    status: {
      type: 'catbird.lookup',
      params: {
        field: 'incident',
        cases: {
          slow_database: weights({ 200: 70, 504: 30 }, Number),
          bad_deploy: weights({ 200: 55, 500: 45 }, Number),
          out_of_memory: weights({ 200: 80, 503: 20 }, Number),
        },
        default: [
          { weight: 955, value: 200 },
          { weight: 25, value: 404 },
          { weight: 15, value: 401 },
          { weight: 3, value: 500 },
          { weight: 2, value: 504 },
        ],
      },
    },
    level: {
      type: 'catbird.expression',
      params: 'status >= 500 ? "error" : status >= 400 ? "warn" : "info"',
    },
    duration_ms: {
      type: 'catbird.lookup',
      params: {
        field: 'status',
        // The gateway times out after five seconds.
        cases: { 504: { type: 'catbird.normal', params: { mean: 5004, deviation: 2, fractionDigits: 1 } } },
        default: {
          type: 'catbird.lookup',
          params: {
            field: 'incident',
            cases: {
              slow_database: {
                type: 'catbird.logNormal',
                params: { median: 1600, sigma: 0.5, max: 5000, fractionDigits: 1 },
              },
              out_of_memory: {
                type: 'catbird.logNormal',
                params: { median: 400, sigma: 1.1, max: 5000, fractionDigits: 1 },
              },
            },
            default: {
              type: 'catbird.logNormal',
              params: { median: 38, sigma: 0.8, max: 5000, fractionDigits: 1 },
            },
          },
        },
      },
    },
    method: weighted({ GET: 75, POST: 20, DELETE: 5 }),
    message: {
      type: 'catbird.lookup',
      params: {
        field: 'status',
        cases: {
          401: 'Session has expired',
          404: 'No such resource',
          500: 'Unhandled exception: field is null',
          503: 'Container was killed: out of memory',
          504: { type: 'catbird.template', params: 'Database gave no answer in {{duration_ms}} ms' },
        },
        default: { type: 'catbird.template', params: '{{method}} done in {{duration_ms}} ms' },
      },
    },
    trace_id: { type: 'string.hexadecimal', params: { length: 32, casing: 'lower', prefix: '' } },
  },
});
