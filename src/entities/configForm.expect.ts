import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  row: ({ text, number }) => ({
    name: text,
    configType: `Type${number}`,
    definition: '{ "fields": [{ "field": "host", "type": "textbox", "name": { "zh": "主机", "en": "Host" } }] }',
  }),
  add: ({ number }) => ({
    name: { zh: "邮件", en: "Mail" },
    configType: `NewType${number}`,
    definition: '{ "fields": [{ "field": "port", "type": "number", "name": { "zh": "端口", "en": "Port" } }] }',
  }),
  change: { name: { zh: "短信", en: "Text messages" } },
} satisfies EntityExpectation;
