import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "administrator", add: "nobody", update: "nobody", delete: "nobody", export: "administrator" },
  row: ({ text, number, mark }) => ({
    name: text,
    client: "WeChatLite",
    number,
    address: "https://www.example.com",
    maker: mark,
    madeAt: "2026-01-01T00:00:00.000Z",
  }),
  change: { maker: "changed" },
} satisfies EntityExpectation;
