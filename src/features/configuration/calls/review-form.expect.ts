import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({
    definition: '{ "fields": [{ "field": "host", "type": "textbox", "name": { "zh": "主机", "en": "Host" } }] }',
    secretKeys: [],
  }),
} satisfies Expectation;
