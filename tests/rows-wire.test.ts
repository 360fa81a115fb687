/** The general calls for rows over HTTP: paths, shapes, messages and envelopes. */
import { beforeAll, describe, expect, it } from "vitest";
import type { ListDescription, TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { newId } from "#server/process/id.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, nextMobile, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
let rows: AnyRow[];
const chinese = { "accept-language": "zh" };
const news = (n: number) => ({
  type: "news",
  title: { zh: `第 ${n} 条`, en: `Item ${n}` },
  kind: "company",
  status: "draft",
});
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
  rows = [];
  for (let n = 0; n < 17; n += 1) rows.push(contentOf(await admin.send("POST Api/{type}/QueryAdd", news(n))) as AnyRow);
});
const list = async (more: object = {}) =>
  contentOf(await admin.send("POST paas/table/search", { paraModel: { url: "/admin/news/list", ...more } })) as {
    play: ListDescription;
    result: TableResult;
  };

describe("a page of a list", () => {
  it("E-032, N-038, B-139, B-348: has its number, its size, its rows and the total under two names", async () => {
    const { result } = await list({ pageIndex: 2, pageSize: 10 });
    expect(result).toMatchObject({ pageIndex: 2, pageSize: 10, total: 17, recordCount: 17 });
    expect(result.rows).toHaveLength(7);
  });

  it("B-146, N-039, N-044: is described with the fields of its search, in their order, and the actions of its rows", async () => {
    const { play } = await list();
    const item = {
      label: expect.any(String),
      type: expect.any(String),
      modelValue: null,
      dataType: expect.any(String),
    };
    expect(play.fields).toMatchObject(play.fields.map((_field, sortOrder) => ({ ...item, sortOrder })));
    expect(play.fields.map(({ prop }) => prop)).toEqual(expect.arrayContaining(["title", "kind", "status"]));
    expect(play.actions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: "request", method: "DELETE", url: expect.any(String), event: "delete" }),
        expect.objectContaining({ type: "link", url: expect.stringContaining("/admin/news/edit"), event: "edit" }),
      ]),
    );
  });

  it("B-142: has a title column of the link style, and an address to which its rows lead", async () => {
    const { play, result } = await list();
    const [titles, others] = [
      play.columns.filter(({ isTitle }) => isTitle),
      play.columns.filter(({ isTitle }) => !isTitle),
    ];
    expect(titles.map(({ field, style }) => [field, style.type])).toEqual([["title", "link"]]);
    expect(others.filter(({ style }) => style.type === "link")).toEqual([]);
    const form = play.actions.find(({ event }) => event === "edit") as { url: string };
    const page = await fetch(`${server.url}${form.url}?id=${result.rows[0]!.id}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect([form.url, page.status]).toEqual(["/admin/news/edit", 200]);
  });

  it("B-151: has 15 rows by default, 10, 15, 30, 60 or 120 by choice, and at most 120", async () => {
    const { result } = await list();
    expect([result.pageIndex, result.pageSize, result.rows.length]).toEqual([1, 15, 15]);
    const sizeOf = async (pageSize: number) => (await list({ pageSize })).result.pageSize;
    expect(await Promise.all([10, 15, 30, 60, 120, 5_000].map(sizeOf))).toEqual([10, 15, 30, 60, 120, 120]);
  });

  it("E-051: is returned by QueryPageList too, with filters", async () => {
    const page = (await admin.call("GET Api/{type}/QueryPageList", {
      type: "news",
      pageIndex: 2,
      pageSize: 10,
    })) as TableResult;
    expect([page.total, page.rows.length]).toEqual([17, 7]);
    const missing = await admin.call("GET Api/{type}/QueryPageList", { type: "news", kind: "press" });
    expect(missing).toMatchObject({ total: 0, rows: [] });
  });
});

describe("the calls for single rows", () => {
  it("E-050: QuerySingle returns the first row of a filter, or null", async () => {
    const { id } = rows[3]!;
    expect(await admin.call("GET Api/{type}/QuerySingle", { type: "news", title: "Item 3" })).toMatchObject({ id });
    expect(await admin.call("GET Api/{type}/QuerySingle", { type: "news", title: "Nothing" })).toBeNull();
  });

  it("E-048: QueryList returns the rows of the filters in the query", async () => {
    const found = async (more: object) =>
      ((await admin.call("GET Api/{type}/QueryList", { type: "news", ...more })) as AnyRow[]).map(({ id }) => id);
    expect((await found({})).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(await found({ title: "Item 3" })).toEqual([rows[3]!.id]);
    expect(await found({ title: "Item 3", kind: "press" })).toEqual([]);
  });

  it("E-053, B-368: QueryUpdate changes a row by id, by POST and by PUT", async () => {
    const { id } = rows[4]!;
    let { version } = (await admin.call("GET Api/{type}/QueryById", { type: "news", id })) as AnyRow;
    for (const method of ["POST", "PUT"]) {
      const title = { zh: "改", en: `Changed by ${method}` };
      const answer = await admin.send(`${method} Api/{type}/QueryUpdate`, { type: "news", id, version, title });
      expect([answer.status, contentOf(answer)], answer.text).toMatchObject([200, { id, title }]);
      version = (contentOf(answer) as AnyRow).version;
    }
    const anonymousAnswer = await client(server).send("PUT Api/{type}/QueryUpdate", {
      type: "news",
      id,
      version,
      title: {},
    });
    expect(anonymousAnswer.status).toBe(401);
    const stranger = client(server, await newSpaceOwner(server));
    expect((await stranger.send("PUT Api/{type}/QueryUpdate", { type: "news", id, version, title: {} })).status).toBe(
      404,
    );
  });

  it("E-054: QuerySave adds without an id and changes with one", async () => {
    const added = (await admin.call("POST Api/{type}/QuerySave", news(100))) as AnyRow;
    const title = { zh: "改", en: "Changed" };
    const saved = await admin.call("POST Api/{type}/QuerySave", {
      type: "news",
      id: added.id,
      version: added.version,
      title,
    });
    expect(saved).toMatchObject({ id: added.id, title });
    expect(await admin.call("DELETE Api/{type}/QueryDelete", { type: "news", id: added.id })).toEqual({
      deleted: 1,
      undo: expect.any(String),
    });
  });

  it("B-372, B-381: a row is addressed by id, else by _id, and an entity by type, in any case", async () => {
    const [first, second] = [
      (await admin.call("POST Api/{type}/QueryAdd", news(200))) as AnyRow,
      (await admin.call("POST Api/{type}/QueryAdd", news(201))) as AnyRow,
    ];
    const read = async (more: object) =>
      contentOf(await admin.send("GET Api/{type}/QueryById", { type: "news", ...more }));
    expect(await read({ _id: first.id })).toMatchObject({ id: first.id });
    expect(await read({ id: second.id, _id: first.id })).toMatchObject({ id: second.id });
    for (const name of ["ID", "Id", "_ID", "_Id"])
      expect(await read({ [name]: first.id })).toMatchObject({ id: first.id });
    expect(await read({ id: second.id, ID: first.id })).toMatchObject({ id: second.id });
    const options = (Type: string) => admin.send("GET Api/Relation/GetKeyValues", { Type, q: "Item 200" });
    expect(contentOf(await options("news"))).toEqual([{ key: first.id, name: "Item 200" }]);
    expect((await options("member")).status).toBe(200);
    expect((await admin.send("GET Api/{type}/QueryById", { type: "news" })).status).toBeGreaterThanOrEqual(400);
    for (const { id } of [first, second])
      expect((await admin.send("DELETE Api/{type}/QueryDelete", { type: "news", _id: id })).status).toBe(200);
    expect(await read({ _id: first.id })).toBeNull();
  });

  it("E-046, N-025: GetKeyValues finds rows of a type by title and returns them as options of `key` and `name`", async () => {
    const options = (await admin.call("GET Api/Relation/GetKeyValues", { type: "news", q: "Item 16" })) as object[];
    expect(options).toContainEqual({ key: rows[16]!.id, name: "Item 16" });
  });

  it("GetKeyValues returns the rows of `ids` on the first page, and each row on one page only", async () => {
    const person = client(server, await newSpaceOwner(server));
    const ids: string[] = [];
    for (let n = 0; n < 203; n += 1)
      ids.push((contentOf(await person.send("POST Api/{type}/QueryAdd", news(n))) as AnyRow).id);
    // The oldest row, one that would be on the second page, and the newest one.
    const [id, ...others] = [ids[0]!, ids[50]!, ids.at(-1)!];
    const page = async (pageIndex: number) => {
      const input = { type: "news", id, ids: others.join(","), pageIndex };
      const options = (await person.call("GET Api/Relation/GetKeyValues", input)) as { key: string }[];
      return options.map(({ key }) => key);
    };
    const [first, second, third] = [await page(1), await page(2), await page(3)];
    expect(first.slice(0, 3).toSorted()).toEqual([id, ...others].toSorted());
    expect([first.length, second.length, third.length]).toEqual([103, 100, 0]);
    expect([...first, ...second].toSorted()).toEqual(ids.toSorted());
  });

  it("E-037, B-155, B-160: the delete action of a list names the address that deletes a row, with id or _id and type in the query", async () => {
    const action = (await list()).play.actions.find(({ event }) => event === "delete")!;
    const remove = (query: Record<string, string>) =>
      fetch(`${server.url}/${action.url}?${new URLSearchParams({ type: "news", ...query })}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${owner.token}`, ...chinese },
      });
    for (const name of ["id", "_id"]) {
      const { id } = (await admin.call("POST Api/{type}/QueryAdd", news(300))) as AnyRow;
      expect((await remove({ [name]: id })).status).toBe(200);
      expect((await admin.send("GET Api/{type}/QueryById", { type: "news", id })).status).toBe(404);
      const again = await remove({ [name]: id });
      expect([again.status, ((await again.json()) as { message: string }).message]).toEqual([
        404,
        "选择的行数据不存在",
      ]);
    }
    expect((await remove({})).status).toBe(422);
  });

  it("E-038, B-260, B-369, T-08: QueryDelete deletes several rows of the query string, all or none", async () => {
    const token = { authorization: `Bearer ${owner.token}` };
    const remove = (ids: string[]) =>
      fetch(`${server.url}/api/news/QueryDelete?ids=${ids.join(",")}`, { method: "DELETE", headers: token });
    const [a, b] = [rows[0]!.id, rows[1]!.id];
    const otherRow = (await client(server, await newSpaceOwner(server)).call(
      "POST Api/{type}/QueryAdd",
      news(0),
    )) as AnyRow;
    expect((await remove([a, b, otherRow.id])).status).toBe(404);
    expect((await list()).result.total).toBe(17);
    expect((await remove([a, b])).status).toBe(200);
    expect((await list()).result.total).toBe(15);
  });
});

describe("refusals", () => {
  const unknownTypes = ["session", "account", "pg_user", "news;", "news%20", "__proto__", "constructor", "toString"];

  it("E-048, B-318, T-03: of an unknown type are reported as an unknown call", async () => {
    for (const type of unknownTypes)
      for (const name of ["GET Api/{type}/QueryList", "GET Api/{type}/QueryById", "POST Api/{type}/QuerySave"]) {
        const answer = await admin.send(name, { type, id: newId() }, chinese);
        expect([type, answer.status, answer.body.message]).toEqual([
          type,
          404,
          expect.stringMatching(/^接口未找到 \/api\//),
        ]);
      }
    const empty = await fetch(`${server.url}/api/%20/QueryList`, {
      headers: { authorization: `Bearer ${owner.token}`, "accept-language": "zh" },
    });
    expect([empty.status, ((await empty.json()) as { message: string }).message]).toEqual([400, "类型不能为空"]);
  });

  it("B-152, T-03: of an unknown type in a list have the message of the contract", async () => {
    for (const type of unknownTypes) {
      const search = { paraModel: { url: `/admin/${encodeURIComponent(type)}/list` } };
      const answer = await admin.send("POST paas/table/search", search, chinese);
      expect([type, answer.status, answer.body.msg]).toEqual([type, 404, "类型传入不正确，请重新传入"]);
    }
  });

  it("B-244: for a missing permission have the message of the contract", async () => {
    const member = client(server, await newMember(server, owner.tenantId));
    const answer = await member.send("POST Api/{type}/QueryAdd", news(0), chinese);
    expect([answer.status, answer.body.message]).toEqual([403, "您的权限不足，无权访问"]);
  });

  it("B-272: without a session have the message of the contract", async () => {
    const answer = await client(server).send("GET Api/{type}/QueryList", { type: "news" }, chinese);
    expect([answer.status, answer.body.message]).toEqual([401, "请先登录"]);
  });
});

describe("envelopes", () => {
  it("B-253, B-255, B-363: depend on the path, with a success code in each", async () => {
    const siteAnswer = await admin.send("GET Api/{type}/QueryById", { type: "news", id: rows[5]!.id });
    expect(siteAnswer.body).toMatchObject({ status: 1, result: { id: rows[5]!.id } });
    const dataAnswer = await admin.send("POST paas/table/search", { paraModel: { url: "/admin/news/list" } });
    expect(dataAnswer.body).toMatchObject({ code: 200, data: { result: { total: 15 } } });
  });

  it("B-370: have error messages in the language of the request", async () => {
    const messageIn = async (language: string) =>
      (await client(server).send("GET api/user/View", {}, { "accept-language": language })).body.message;
    expect([await messageIn("zh"), await messageIn("en")]).toEqual(["请先登录", "Please sign in first"]);
  });

  it("B-380: the path Api/Relation/GetKeyValues takes precedence over the general paths Api/{type}/…", async () => {
    const answer = await admin.send("GET Api/Relation/GetKeyValues", { type: "news" });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.result).toContainEqual(expect.objectContaining({ name: "Item 5" }));
  });
});

describe("hostile text", () => {
  const hostile = [
    "title'; drop table news; --",
    'title" desc; select pg_sleep(9)',
    "title)) or true --",
    "search_entries",
    "title->>'en'",
    "(select password_hash from account)",
    "__proto__",
  ];

  it.each(hostile)("T-07: as a name is refused and never used as SQL: %s", async (name) => {
    const invalidSearches = [
      { sort: { field: name, direction: "asc" } },
      { sort: { field: "title", direction: name } },
      { filter: { field: name, op: "eq", value: "x" } },
      { filter: { field: "title", op: name, value: "x" } },
      { pageSize: name },
      { after: name },
    ];
    for (const more of invalidSearches) {
      const search = { paraModel: { url: "/admin/news/list", ...more } };
      const answer = await admin.send("POST paas/table/search", search);
      expect([more, answer.status], answer.text).toEqual([
        more,
        expect.toSatisfy((status) => status === 400 || status === 422),
      ]);
    }
  });

  it.each(hostile)("T-07: as a value is stored and found unchanged: %s", async (text) => {
    const title = { zh: text, en: text };
    const { id } = (await admin.call("POST Api/{type}/QueryAdd", { ...news(0), title } as never)) as AnyRow;
    const found = await admin.call("GET Api/{type}/QueryList", { type: "news", title: text } as never);
    expect(found).toEqual([expect.objectContaining({ id, title })]);
    await admin.call("DELETE Api/{type}/QueryDelete", { type: "news", id } as never);
  });
});

it("N-005: the view of a person has avatar and avator, name, mobile and grade", async () => {
  const mobile = nextMobile();
  const person = client(server, await newSpaceOwner(server, mobile));
  const readProfile = async () => (await person.call("GET api/user/View", {})) as object;
  const maskedMobile = `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
  expect(await readProfile()).toMatchObject({
    avatar: null,
    userName: mobile,
    mobile: maskedMobile,
    detail: { avator: null },
    grade: null,
  });
  await person.call("POST user/profile", { name: "Ada", avatar: "/assets/icon.svg" } as never);
  expect(await readProfile()).toMatchObject({
    avatar: "/assets/icon.svg",
    detail: { avator: "/assets/icon.svg" },
    name: "Ada",
  });
});

it("E-042: `type=news.kind` returns the options of that field with names in the reader's language, and a missing `type` is reported", async () => {
  const options = await admin.call("GET Api/Type/GetKeyValue", { type: "news.kind" });
  expect(options).toContainEqual(expect.objectContaining({ key: "company", name: "Company" }));
  const missing = await admin.send("GET Api/Type/GetKeyValue", {}, chinese);
  expect(missing.body).toMatchObject({ fields: { type: "类型不能为空" } });
});

it("E-022: the country of a visitor has two letters or is null, with the resulting language", async () => {
  const country = async (ip: string) =>
    contentOf(await client(server).send("GET basic/ip/country", {}, { "x-forwarded-for": ip }));
  expect([await country("114.114.114.114"), await country("192.168.7.7")]).toEqual([
    { country: "CN", locale: "zh" },
    { country: null, locale: "en" },
  ]);
});

it("N-002, B-324: the merchant of a person has an id, and an openId alone does not sign in", async () => {
  expect(await admin.call("GET api/user/View", {})).toMatchObject({ merchant: { id: expect.any(String) } });
  const answer = await client(server).send("POST user/login", { key: "13800138000", openId: "x" });
  expect([answer.status, answer.body.data ?? null]).toEqual([422, null]);
});
