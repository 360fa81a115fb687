/**
 * A field type, a widget, a canvas node, an entity, a call, a job, a command and a screen are each added with one new file; entities and calls also
 * need an expectation, screens a component. The test adds them to a copy of the project, which it type-checks, builds, tests and runs.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { pagePermissionId } from "#kit/page-permission.ts";
import type { Person } from "./support/people.ts";
import { newSpaceOwner } from "./support/people.ts";
import { client, contentOf } from "./support/client.ts";
import { copyProject } from "./support/project-copy.ts";
import { readPage } from "./support/read-page.ts";
import { type Server, startServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const files = {
  "src/fields/rating.tsx": `import { gte, int, lte } from "zod/mini";
import { defineField } from "#kit/field.ts";

/** One to five stars. */
export default defineField({
  type: "rating",
  title: { zh: "评分", en: "Rating" },
  storage: "integer",
  check: () => int().check(gte(1), lte(5)),
  message: () => ({ zh: "请选择 1 到 5 星", en: "Choose 1 to 5 stars" }),
  operators: ["eq", "gte"],
  toText: String,
  fromText: (text) => (text === "" ? undefined : Number(text)),
  Show: ({ value }) => <>{"★".repeat(value ?? 0)}</>,
  Edit: ({ id, value, onChange, onBlur }) => (
    <input id={id} type="range" min={1} max={5} value={value ?? 1} onChange={(event) => onChange(Number(event.target.value))} onBlur={onBlur} />
  ),
  examples: { field: {}, valid: [1, 5], invalid: [0, 6, 2.5, "3"] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    rating: { value: number; options: unknown };
  }
}
`,
  "src/entities/book.ts": `import { defineEntity } from "#kit/entity.ts";

const book = defineEntity({
  type: "book",
  name: { zh: "书", en: "Book" },
  access: { read: "member", add: "administrator", update: "administrator", delete: "administrator", export: "administrator" },
  titleField: "title",
  fields: {
    title: { type: "textbox", name: { zh: "书名", en: "Title" }, required: true, max: 80, search: "contains" },
    stars: { type: "rating", name: { zh: "评分", en: "Rating" }, required: true, search: "gte", column: { sortable: true } },
  },
  groups: [{ name: { zh: "书", en: "Book" }, fields: ["title", "stars"] }],
  list: { columns: ["title", "stars"], sort: { field: "title", direction: "asc" } },
  searchable: ["title"],
});

export default book;
declare module "#kit/entity.ts" {
  interface Entities {
    book: typeof book;
  }
}
`,
  "src/entities/book.expect.ts": `import type { EntityExpectation } from "#kit/expectation.ts";

export default {
  access: { read: "member", add: "administrator", update: "administrator", delete: "administrator", export: "administrator" },
  row: ({ mark }) => ({ title: mark, stars: 3 }),
  add: () => ({ title: "new", stars: 5 }),
  change: { stars: 4 },
} satisfies EntityExpectation;
`,
  "src/widgets/quote.tsx": `import { textIn } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";

const quote = defineWidget({
  name: "quote",
  title: { zh: "引文", en: "Quote" },
  settings: { words: { type: "textarea", name: { zh: "引文", en: "Words" }, localized: true, required: true, max: 300 } },
  example: { words: { zh: "经线定位，纬线对账。", en: "Meridians fix the place." } },
  Render: ({ value, context }) => <blockquote>{textIn(value.words, context.locale)}</blockquote>,
  css: '[data-widget="quote"] { padding: 64px var(--gutter); font-size: 2rem; }',
});

export default quote;
declare module "#kit/widget.ts" {
  interface Widgets {
    quote: typeof quote;
  }
}
`,
  "src/nodes/seal.tsx": `import { Stamp } from "lucide-react";
import { defineNode } from "#kit/node.ts";
import { textIn } from "#kit/text.ts";

/** A round seal. */
const seal = defineNode({
  type: "seal",
  title: { zh: "印章", en: "Seal" },
  icon: Stamp,
  size: { w: 120, h: 120 },
  settings: { words: { type: "textbox", name: { zh: "文字", en: "Text" }, localized: true, required: true, max: 12 } },
  example: { words: { zh: "经纬", en: "Meridian" } },
  Render: ({ value, context }) => <b className="seal">{textIn(value.words, context.locale)}</b>,
  css: ".seal { border-radius: 50%; }",
});

export default seal;
declare module "#kit/node.ts" {
  interface Nodes {
    seal: typeof seal;
  }
}
`,
  "src/features/builder/commands/select-first.ts": `import { CornerLeftUp } from "lucide-react";
import { rootId } from "#kit/page-tree.ts";
import { defineCommand } from "#features/builder/editor/command.tsx";

const selectFirst = defineCommand({
  id: "selectFirst",
  group: { zh: "选择", en: "Selection" },
  name: { zh: "选择第一个组件", en: "Select the first component" },
  icon: CornerLeftUp,
  keys: ["Alt+Shift+F"],
  when: ({ store }) => store.children(rootId).length > 0 || { zh: "页面没有组件", en: "The page has no components" },
  run: ({ store }) => store.selected.set(store.children(rootId).slice(0, 1)),
});

export default [selectFirst];
`,
  "src/features/platform/jobs/count-to.server.ts": `import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";

/** Counts up to a total. */
export default defineJob({
  name: "countTo",
  title: { zh: "计数", en: "Count" },
  access: member,
  input: z.strictObject({ total: z.number().int().max(1000) }),
  cursor: z.number().int(),
  async run({ total }, { setTotal, slices }) {
    await setTotal(total);
    await slices(async ({ cursor = 0, size }) => {
      const last = Math.min(total, cursor + size);
      return last === cursor ? undefined : { cursor: last, steps: last - cursor };
    });
    return { text: { zh: "已完成计数", en: "Counted" } };
  },
});
`,
  "src/features/platform/calls/hello.server.ts": `import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";

const hello = defineCall({
  method: "GET",
  path: "basic/hello/{name}",
  envelope: "data",
  title: { zh: "问候", en: "Say hello" },
  access: anyone,
  input: z.strictObject({ name: z.string().max(40) }),
  output: z.object({ words: z.string() }),
  run: ({ name }, { locale }) => ({ words: locale === "zh" ? \`你好，\${name}\` : \`Hello, \${name}\` }),
});

export default hello;
declare module "#kit/call.ts" {
  interface Calls {
    "GET basic/hello/{name}": typeof hello;
  }
}
`,
  "src/features/platform/hello.screen.ts": `import { member } from "#kit/access.ts";
import { defineScreen } from "#kit/screen.ts";

export default defineScreen({
  id: "hello",
  paths: ["hello/:name?"],
  title: { zh: "问候", en: "Greeting" },
  access: member,
  frame: "management",
  menu: [{ menu: "management", group: "platform", after: "sms", icon: "mail" }],
});
`,
  "src/features/platform/hello.screen.tsx": `import { useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import screen from "./hello.screen.ts";

/** Says hello. */
export function HelloScreen() {
  const t = useText();
  useTitle(t(screen.title));
  return <h1>{t(screen.title)}</h1>;
}
`,
  "src/features/platform/calls/hello.expect.ts": `import type { Expectation } from "#kit/expectation.ts";

export default { requiredAccess: "anyone", input: () => ({ name: "Ada" }) } satisfies Expectation;
`,
};

const { folder, run } = await copyProject(files);
/** In ms: the tests run a type check, a build and a whole test run. */
const timeout = 600_000;

it("type-checks, finds an invalid field type, and generates the migration of the new entity", { timeout }, async () => {
  const invalidEntity = path.join(folder, "src/entities/wrong.ts");
  await writeFile(
    invalidEntity,
    files["src/entities/book.ts"].replaceAll("book", "wrong").replace('type: "rating"', 'type: "ratng"'),
  );
  let output = "";
  try {
    // The build information of the project stays as it is. Each further checker checks shared types once more.
    run("node_modules/typescript/bin/tsc", "--incremental", "false", "--checkers", "1");
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  await rm(invalidEntity);
  const errors = output.split("\n").filter((line) => /^\S+\(\d+,\d+\): error/.test(line));
  expect(errors.filter((line) => !line.startsWith("src/entities/wrong.ts("))).toEqual([]);
  expect(errors.join()).toMatch(/"?ratng"?/);
  expect(run("scripts/db-generate.ts", "book")).toMatch(/\d{4}_book\.sql/);
  expect(run("scripts/db-generate.ts", "--check")).toMatch(/up to date/);
});

it("builds", { timeout }, () => {
  expect(() => run("scripts/build.ts")).not.toThrow();
});

const newNames = ["book", "rating", "quote", "seal", "hello"];
/** Titles of the tests that check the whole project. */
const projectTests = [
  "the project satisfies every rule of docs/architecture.md",
  "every call has one expectation",
  "every entity has the access levels of its expectation",
  "is followed by every Chinese and English text",
  "every screen has a unique id, unique paths, a component and a valid place in its menus",
  "every command has a unique id, unique keys and a unique name in Chinese and English",
];
type Report = {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
};

it("passes the tests of the project with the new definitions", { timeout }, async () => {
  const report = path.join(folder, "report.json");
  const conformanceSuites = [
    "conformance/calls",
    "conformance/entities",
    "conformance/entity-lists",
    "conformance/fields",
    "conformance/screens",
  ];
  const otherSuites = ["conformance/commands", "permissions", "documents", "architecture", "glossary"];
  try {
    run(
      "node_modules/vitest/vitest.mjs",
      "run",
      ...[...conformanceSuites, ...otherSuites].map((name) => `tests/${name}.test.`),
      // A second worker would load all modules and start a server of its own.
      "--maxWorkers=1",
      "--reporter=json",
      `--outputFile=${report}`,
      `--testNamePattern=${[...newNames, ...projectTests].join("|")}`,
    );
  } catch {
    // The failures are read from the report.
  }
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status === "failed");
  expect(failed.map(({ fullName, failureMessages }) => [fullName, failureMessages[0]?.slice(0, 500)])).toEqual([]);
  const passed = results.filter(({ status }) => status === "passed").map(({ fullName }) => fullName);
  expect([...newNames, ...projectTests].filter((name) => !passed.some((title) => title.includes(name)))).toEqual([]);
  // The conformance tests of every entity have run for the book.
  expect(passed.filter((title) => title.includes("book")).length).toBeGreaterThan(40);
});

describe("the new definitions at run time", () => {
  let server: Server;
  let owner: Person;
  beforeAll(async () => {
    server = await startServer({}, folder);
    owner = await newSpaceOwner(server);
  });

  it("the call returns in both languages and is in the API description", async () => {
    const anonymous = client(server);
    expect((await anonymous.send("GET basic/hello/{name}", { name: "Ada" })).body).toMatchObject({
      code: 200,
      data: { words: "Hello, Ada" },
    });
    const chinese = await anonymous.send("GET basic/hello/{name}", { name: "Ada" }, { "accept-language": "zh" });
    expect(contentOf(chinese)).toEqual({ words: "你好，Ada" });
    const apiDescription = await (await fetch(`${server.url}/api/openapi.json`)).json();
    expect(apiDescription).toHaveProperty(["paths", "/api/basic/hello/{name}", "get"]);
  });

  it("the screen is served at its path, which no page may have, and has a role id", async () => {
    const { text } = await readPage(`${server.url}/hello/Ada?language=en`, {});
    expect(text).toContain('data-screen="features/platform/hello"');
    const { send } = client(server, owner);
    const { allRoleIds } = contentOf(await send("GET api/user/View")) as { allRoleIds: string[] };
    expect(allRoleIds).toContain(pagePermissionId("/hello"));
    expect(
      (await send("POST Api/{type}/QueryAdd", { type: "page", path: "/hello", title: { zh: "问候", en: "Hello" } }))
        .body,
    ).toMatchObject({ status: 422, fields: { path: expect.stringContaining("The system uses this path") } });
  });

  it("the entity has a form, a list and rows, and the field type checks its values", async () => {
    const { send } = client(server, owner);
    const form = contentOf(await send("GET Api/Ui/AutoForm", { type: "book" })) as {
      groups: { items: { field: string; config: { type: string } }[] }[];
    };
    expect(form.groups[0]!.items.map(({ field, config }) => [field, config.type])).toEqual([
      ["title", "textbox"],
      ["stars", "rating"],
    ]);
    expect((await send("POST Api/{type}/QueryAdd", { type: "book", title: "Six stars", stars: 6 })).body).toMatchObject(
      { status: 422, fields: { stars: "Choose 1 to 5 stars" } },
    );
    for (const [title, stars] of [
      ["One", 1],
      ["Four", 4],
      ["Five", 5],
    ] as const) {
      expect((await send("POST Api/{type}/QueryAdd", { type: "book", title, stars })).status).toBe(200);
    }
    const search = {
      paraModel: { url: "/admin/book/list", fields: { stars: 4 }, sort: { field: "stars", direction: "desc" } },
    };
    const { play, result } = contentOf(await send("POST paas/table/search", search)) as {
      play: { name: string };
      result: { total: number; rows: { title: string }[] };
    };
    expect(play.name).toBe("Book");
    expect(result.rows.map(({ title }) => title)).toEqual(["Five", "Four"]);
  });

  it("the job runs and reports its result", async () => {
    const { send } = client(server, owner);
    const { id } = contentOf(await send("POST Api/Job/Start", { name: "countTo", input: { total: 1000 } })) as {
      id: string;
    };
    const rowOf = async () => {
      const [row] = await server.database.read<{
        state: string;
        done: number;
        result: { text: { en: string } } | null;
      }>("*", sql`select state, done, result from job where id = ${id}::uuid`);
      return row;
    };
    await expect.poll(rowOf).toMatchObject({ state: "done", done: 1000, result: { text: { en: "Counted" } } });
    expect((await send("POST Api/Job/Start", { name: "countTo", input: { total: 1001 } })).status).toBe(422);
  });

  it("the widget and the node are saved, published and rendered", async () => {
    const { send } = client(server, owner);
    const pages = contentOf(await send("GET Api/{type}/QueryList", { type: "page" })) as { id: string }[];
    const { id } = pages[0]!;
    const { rev } = contentOf(await send("POST Api/SitePage/GetPageInfo", { id, diyPageInfo: {} })) as { rev: number };
    const records = [
      {
        kind: "widget",
        id: "wd_newcomer01",
        order: "Zz",
        name: "quote",
        value: { words: { zh: "新来的", en: "Newcomers welcome" } },
      },
      { kind: "widget", id: "wd_newcomer02", order: "Zy", name: "canvas", value: { height: 200, background: "paper" } },
      {
        kind: "node",
        id: "nd_newcomer01",
        order: "a0",
        type: "seal",
        parent: "wd_newcomer02",
        box: { x: 0, y: 0, w: 120, h: 120 },
        value: { words: { zh: "盖章", en: "Sealed" } },
      },
    ];
    const saved = await send("POST api/sitepage/save", {
      diyPageInfo: { pageId: id },
      baseRev: rev,
      changes: records.map((after) => ({ id: after.id, after })),
    });
    expect(saved.text).toContain('"rev"');
    expect((await send("POST Api/Java/PublishPage", { pageId: id })).status).toBe(200);
    const hostName = await siteHost(server, owner);
    const { text } = await readPage(`${server.url}/?language=en`, { host: hostName });
    expect(text).toMatch(/data-widget="quote".*Newcomers welcome/s);
    expect(text).toMatch(/class="seal">Sealed</);
  });
});
