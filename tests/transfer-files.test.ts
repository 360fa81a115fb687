/** Configuration files that nobody should trust: what they may not contain, and how large they may be. */
import { beforeAll, describe, expect, it } from "vitest";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import {
  addRow,
  applyRows,
  compareFolder,
  differencesIn,
  exportFolder,
  folderOf,
  importRows,
  levels,
  manifest,
  newSpace,
  rowsOf,
  type Space,
  textsOf,
  uploadFolder,
} from "./support/transfer.ts";

const server = await sharedServer();

const compare = ({ owner }: Space, bytes: Buffer) => compareFolder(server, owner, bytes);
const differences = async (target: Space, files: Record<string, unknown>) =>
  differencesIn(await compare(target, await folderOf({ ...manifest, ...files })));

describe("files that nobody should trust", () => {
  let space: Space;
  beforeAll(async () => {
    space = await newSpace(server);
  });
  const option = (name: string, more: object = {}) => ({ ...levels, name, ...more });
  const faultsOf = async (files: Record<string, unknown>) => {
    const { faults, rows } = await compare(space, await folderOf({ ...manifest, ...files }));
    return [
      ...faults.map(({ path, text }) => `${path}: ${text}`),
      ...rows
        .filter(({ state, problem }) => state !== "missing" && problem !== null)
        .map(({ path, problem }) => `${path}: ${problem}`),
    ];
  };

  const faultyFiles: [name: string, content: unknown, text: string | RegExp][] = [
    ["../enum/a.json", option("a"), "../enum/a: There is no such type of configuration"],
    ["enum/../a.json", option("a"), "enum/../a: The file must be named enum/a.json"],
    ["enum/b.json", option("a"), "enum/b: The file must be named enum/a.json"],
    ["member/a.json", { name: "a" }, "member/a: There is no such type of configuration"],
    ["apiKey/a.json", { name: "a" }, "apiKey/a: There is no such type of configuration"],
    ["enum/a.txt", "a", "enum/a.txt: The file must be named enum/a.txt.json"],
    ["enum/a.json", "{", "enum/a: The JSON is wrong at line 1, column 2"],
    ["enum/a.json", "[1]", "enum/a: The content must be a JSON object"],
    ["enum/a.json", { title: sameText("A") }, "enum/a: name is missing"],
    ["enum/a.json", '{ "name": "a", "na\\u006de": "b" }', "enum/a: An object has two values of the same name"],
    ["enum/a.json", '{ "name": "a", "title": { "__proto__": 1 } }', "enum/a: There is no field __proto__"],
    ["enum/a.json", option("a", { constructor: 1 }), "enum/a: There is no field constructor"],
    ["enum/a.json", option("a", { tenantId: "x" }), "enum/a: There is no field tenantId"],
    [
      "enum/a.json",
      option("a", { keyValue: [{ key: "a", value: { zh: "a" }, id: 1 }] }),
      "enum/a: There is no field keyValue.id",
    ],
    [
      "enum/a.json",
      `{"name":"a","title":${"[".repeat(60)}${"]".repeat(60)}}`,
      "enum/a: The content is nested too deeply or has too many parts",
    ],
    ["enum/a.json", `{"name":"${"a".repeat(3_100_000)}"}`, "enum/a: The file is too long"],
    ["enum/a.json", option("a", { title: { zh: "\0" } }), "enum/a: The content has characters that cannot be saved"],
    ["enum/a.json", option("a", { title: sameText("x".repeat(61)) }), /^enum\/a: Name/],
    ["enum/a.json", option("a", { isPublic: "yes" }), /^enum\/a: Visitors can read/],
    [
      "lightApp/a.json",
      { tableName: "a", name: sameText("A"), definition: {}, publishedAt: "2026-01-01" },
      "lightApp/a: There is no field publishedAt",
    ],
    [
      "lightApp/a.json",
      { tableName: "a", name: sameText("A"), definition: {}, state: "unpublished" },
      "lightApp/a: The value of state is wrong",
    ],
    [
      "role/A.json",
      { name: sameText("A"), grants: [{ entity: "nothing", verbs: ["read"], read: null, write: null }] },
      /^role\/A: /,
    ],
    ["role/A.json", { name: sameText("A"), grants: [null] }, /^role\/A: /],
    [
      "role/A.json",
      {
        name: sameText("A"),
        grants: [
          {
            entity: "page",
            verbs: ["read"],
            read: null,
            write: null,
            rows: { field: "theme", op: "eq", value: "0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b" },
          },
        ],
      },
      "role/A: A condition in page.theme names a record that this space does not have. Change it in the file first.",
    ],
    [
      "menu/management.json",
      {
        menu: "management",
        groups: [
          {
            group: "content",
            entries: [{ opens: "list", target: "news", roles: ["0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b"] }],
          },
        ],
      },
      "menu/management: The reference in groups.entries.roles is wrong",
    ],
    [
      "autoConfig/A.json",
      { configType: "A", audience: "members", value: { password: "clear" } },
      /^autoConfig\/A: .*secret/,
    ],
    [
      "autoConfig/A.json",
      { configType: "A", audience: "members", value: { password: "•••••••• #1" } },
      "autoConfig/A: value has the mask of a stored secret. Write •••••••• instead.",
    ],
    [
      "menu/management.json",
      {
        menu: "management",
        groups: [{ group: "content", entries: [{ opens: "list", target: "news", roles: ["menu/management"] }] }],
      },
      "menu/management: The reference in groups.entries.roles is wrong",
    ],
    [
      "autoConfig/A.json",
      { configType: "A", audience: "members", value: '{ "password": "•••••••• #1" }' },
      "autoConfig/A: value has the mask of a stored secret. Write •••••••• instead.",
    ],
    [
      "autoConfig/A.json",
      { configType: "A", audience: "members", value: '{ "password": "clear" }' },
      /^autoConfig\/A: .*secret/,
    ],
  ];

  it.each(faultyFiles.map(([name, content, text]) => [name, text, content] as const))(
    "%s is refused: %s",
    async (name, text, content) => {
      const faults = await faultsOf({ [name]: content });
      expect(faults).toHaveLength(1);
      if (typeof text === "string") expect(faults).toEqual([text]);
      else expect(faults[0]).toMatch(text);
    },
  );

  it("a row that is refused is not imported, even if somebody chooses it", async () => {
    const comparison = await compare(
      space,
      await folderOf({ ...manifest, "enum/a.json": option("a", { isPublic: "yes" }), "enum/b.json": option("b") }),
    );
    const answer = await applyRows(
      server,
      space.owner,
      comparison,
      comparison.rows.filter(({ state }) => state === "added"),
    );
    expect([answer.status, String(answer.body.msg).startsWith("enum/a: ")]).toEqual([409, true]);
    expect(await rowsOf(space.api, "enum")).toEqual([]);
    const unknown = await applyRows(server, space.owner, comparison, [{ path: "enum/c", version: null }]);
    expect([unknown.status, String(unknown.body.msg).startsWith("enum/c: ")]).toEqual([409, true]);
  });

  it("what is no ZIP, has no manifest, is of a later format or too large is refused", async () => {
    const cases: [Buffer, number, RegExp][] = [
      [Buffer.from("hello"), 422, /not a ZIP file/],
      [await folderOf({ "enum/a.json": option("a") }), 422, /manifest\.json is missing/],
      [await folderOf({ "manifest.json": "{" }), 422, /manifest\.json is missing/],
      [
        await folderOf({ "manifest.json": { ...manifest["manifest.json"], version: 2 } }),
        422,
        /newer version \(format 2\)/,
      ],
      [await folderOf({ ...manifest, "enum/a.json": " ".repeat(40_000_000) }), 422, /too large when unpacked/],
      [Buffer.alloc(11 * 1024 * 1024), 413, /up to 10 MB/],
    ];
    for (const [bytes, status, text] of cases) {
      const answer = await uploadFolder(server, space.owner, bytes);
      expect([answer.status, String(answer.body.msg)]).toEqual([status, expect.stringMatching(text)]);
    }
    const inChinese = await uploadFolder(server, space.owner, Buffer.from("hello"), "zh-CN");
    expect(inChinese.body.msg).toBe("文件不是 ZIP，或已损坏、加密、解压后过大，请重新导出");
  });

  it("folders that a file manager packed again are read, with its own files left out", async () => {
    const packed = {
      "staging/manifest.json": manifest["manifest.json"],
      "staging/enum/a.json": option("a"),
      "__MACOSX/staging/._a": "x",
      "staging/.DS_Store": "x",
    };
    const { faults, rows } = await compare(space, await folderOf(packed));
    expect([faults, rows.filter(({ state }) => state === "added").map(({ path }) => path)]).toEqual([[], ["enum/a"]]);
  });

  it("names with characters that file systems refuse are written in another way, and long ones are shortened", async () => {
    const other = await newSpace(server);
    const names = ["a/b:c", "..", "R&D 100%", "x".repeat(40)];
    for (const name of names) await addRow(other.api, "role", { name: sameText(name), grants: [] });
    await addRow(other.api, "autoConfig", { configType: "汉".repeat(60), name: "字".repeat(60), value: "{}" });
    const folder = await exportFolder(server, other.owner);
    const paths = Object.keys(await textsOf(folder)).filter((name) => /^(?:role|autoConfig)\//.test(name));
    expect(paths.filter((name) => name.startsWith("role/")).toSorted()).toEqual(
      ["role/%2E%2E.json", "role/R&D 100%25.json", "role/a%2Fb%3Ac.json", `role/${"x".repeat(40)}.json`].toSorted(),
    );
    for (const name of paths) expect(Buffer.byteLength(name)).toBeLessThan(220);
    expect(differencesIn(await compare(other, folder))).toEqual([]);
    const target = await newSpace(server);
    const comparison = await compare(target, folder);
    await importRows(
      server,
      target.owner,
      comparison,
      comparison.rows.filter(({ state }) => state === "added"),
    );
    expect(differencesIn(await compare(target, folder))).toEqual([]);
  });

  it("comparing changes nothing", async () => {
    const other = await newSpace(server);
    const before = await textsOf(await exportFolder(server, other.owner));
    expect(await differences(other, { "enum/a.json": option("a") })).toContain("added enum/a");
    const after = await textsOf(await exportFolder(server, other.owner));
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(await rowsOf(other.api, "enum")).toEqual([]);
  });
});
