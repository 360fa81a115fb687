/** Icons that a space adds: their drawings are shapes and nothing else, and they are offered, served and used like those of the program. */
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { MenuGroup } from "#kit/menu-groups.ts";
import { iconSet } from "#ui/icon-set.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let api: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  api = client(server, owner);
});

type WireIcon = { name: string; class: string; title?: string; words?: string; url?: string };
const meter = {
  type: "icon",
  name: "water-meter",
  title: { zh: "水表", en: "Water meter" },
  words: "gauge",
  drawing: `<?xml version="1.0"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" class="a" stroke="#123456" fill="white">
      <title>Meter</title><g style="stroke-width: 2"><circle cx="12" cy="12" r="9"/></g>
    </svg>`,
};
const stored =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor"><g stroke-width="2"><circle cx="12" cy="12" r="9"/></g></svg>';
const add = async (values: object) => (await api.call("POST Api/{type}/QueryAdd", values as never)) as AnyRow;
const listIcons = async (reader: Client, language = "en") =>
  contentOf(await reader.send("GET Api/Icon/GetListByUrl", {}, { "accept-language": language })) as WireIcon[];

describe("an icon of the space", () => {
  let row: AnyRow;
  beforeAll(async () => {
    row = await add(meter);
  });

  it("is stored as shapes in the colour of the text, without what draws nothing", () => {
    expect(row.drawing).toBe(stored);
  });

  it("E-078: is listed after those of the program for all members of its space, by its name in the reader's language", async () => {
    const colleague = client(server, await newMember(server, owner.tenantId));
    const [zh, en] = [await listIcons(colleague, "zh-CN"), await listIcons(colleague)];
    expect(en).toHaveLength(iconSet.length + 1);
    const url = `/icons/${row.id}-${row.version}.svg#icon`;
    const icon = { name: "water-meter", class: "icon", words: "水表 Water meter gauge", url };
    expect([zh.at(-1), en.at(-1)]).toEqual([
      { ...icon, title: "水表" },
      { ...icon, title: "Water meter" },
    ]);
    const stranger = client(server, await newSpaceOwner(server));
    expect((await listIcons(stranger)).map(({ name }) => name)).toEqual(iconSet.map(({ name }) => name));
  });

  it("replaces the icon of the program with its name, in its space", async () => {
    await add({ ...meter, name: "truck", title: { zh: "卡车", en: "Lorry" } });
    const trucks = (await listIcons(api)).filter(({ name }) => name === "truck");
    expect(trucks).toEqual([expect.objectContaining({ class: "icon", title: "Lorry" })]);
  });

  it("T-36: is served to everybody as one symbol that browsers may keep and nothing in which may run", async () => {
    const address = `${server.url}/icons/${row.id}-${row.version}.svg`;
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const shapes = stored.slice(stored.indexOf("<g "), stored.indexOf("</svg>"));
    expect(await answer.text()).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="icon" viewBox="0 0 24 24"><g fill="none" stroke="currentColor">${shapes}</g></symbol></svg>`,
    );
    const known = await fetch(address, { headers: { "if-none-match": answer.headers.get("etag")! } });
    expect(known.status).toBe(304);
    const other = await fetch(`${server.url}/icons/${row.id}-99.svg`);
    expect([other.status, other.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    for (const name of [`${row.id}.svg`, `${row.id}-x.svg`, `${crypto.randomUUID()}-1.svg`])
      expect((await fetch(`${server.url}/icons/${name}`)).status, name).toBe(404);
  });

  it("is the icon of an entry of a menu, for members and visitors, and no longer once it is deleted", async () => {
    const entry = { opens: "page", target: "/about", name: { zh: "关于", en: "About us" }, icon: "water-meter" };
    const groups = [{ group: "content", entries: [entry] }];
    await add({ type: "menu", menu: "management", groups });
    const chosenIcon = async () => {
      const { menus } = contentOf(await api.send("GET api/user/View")) as { menus: { management: MenuGroup[] } };
      return menus.management.flatMap(({ entries }) => entries).find(({ url }) => url === "/about")?.chosenIcon;
    };
    expect(await chosenIcon()).toBe(`/icons/${row.id}-${row.version}.svg#icon`);
    const draft = groups.map((group) => ({
      ...group,
      name: null,
      entries: group.entries.map((item) => ({ ...item, roles: [], isHidden: false })),
    }));
    const preview = await api.call("POST paas/menu/preview", {
      menu: "management",
      groups: draft,
      role: null,
    } as never);
    expect(JSON.stringify(preview)).toContain(`/icons/${row.id}-`);
    const removed = (await api.call("DELETE Api/{type}/QueryDelete", { type: "icon", id: row.id })) as { undo: string };
    expect(await chosenIcon()).toBe("water-meter");
    expect((await fetch(`${server.url}/icons/${row.id}-${row.version}.svg`)).status).toBe(404);
    await api.call("POST Api/{type}/Undo", { type: "icon", undo: removed.undo } as never);
    expect(await chosenIcon()).toContain(`/icons/${row.id}-`);
  });

  it("has a history that shows both drawings and leads back, and is for administrators to change", async () => {
    const current = contentOf(await api.send("GET Api/{type}/QueryById", { type: "icon", id: row.id })) as AnyRow;
    const change = { type: "icon", id: row.id, version: current.version };
    const square = '<svg viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';
    const changed = (await api.call("POST Api/{type}/QueryUpdate", { ...change, drawing: square } as never)) as AnyRow;
    const { changes } = contentOf(await api.send("GET Api/{type}/QueryHistory", { type: "icon", id: row.id })) as {
      changes: { version: number; values: { field: string; before: unknown; after: unknown }[] }[];
    };
    expect(changes[0]!.values).toEqual([{ field: "drawing", before: stored, after: changed.drawing }]);
    const back = { type: "icon", id: row.id, version: changed.version, to: current.version };
    const restored = (await api.call("POST Api/{type}/RestoreVersion", back as never)) as AnyRow;
    expect(restored.drawing).toBe(stored);
    const member = client(server, await newMember(server, owner.tenantId));
    const refused = await member.send("POST Api/{type}/QueryUpdate", {
      ...change,
      version: restored.version,
      words: "x",
    });
    expect(refused.status).toBe(403);
  });
});

const shape = '<path d="M0 0h1"/>';
const svg = (content: string, attributes = "") => `<svg viewBox="0 0 24 24" ${attributes}>${content}</svg>`;

describe.each<[string, string, string]>([
  ["a script", svg(`<script>alert(1)</script>${shape}`), "<script>"],
  ["a script with a prefix", svg(`<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>${shape}`), "<script>"],
  ["a script in what is left out", svg(`<defs><script>1</script></defs>${shape}`), "<script>"],
  ["a page inside", svg(`<foreignObject><iframe src="/"/></foreignObject>${shape}`), "<foreignObject>"],
  ["a style sheet", svg(`<style>@import "//example.com/a.css"</style>${shape}`), "<style>"],
  ["an animation", svg(`<set attributeName="href" to="javascript:1"/>${shape}`), "<set>"],
  ["a picture", svg(`<image href="https://example.com/a.png"/>${shape}`), "<image>"],
  ["a link", svg(`<a href="javascript:alert(1)">${shape}</a>`), "<a>"],
  ["a part of another file", svg(`<use xlink:href="https://example.com/a.svg#b"/>${shape}`), "<use>"],
  ["a handler at the root", svg(shape, 'onload="alert(1)"'), "onload"],
  ["a handler in capitals", svg(`<g ONCLICK="alert(1)">${shape}</g>`), "ONCLICK"],
  ["an address in a style", svg(`<g style="fill: url(https://example.com/a)">${shape}</g>`), "fill"],
  ["an address in a colour", svg(`<path d="M0 0h1" fill="URL(//example.com#a)"/>`), "fill"],
  ["data outside of its format", svg(`<path d="M0 0h1&quot; onload=&quot;alert(1)"/>`), "d"],
  ["entities", `<!DOCTYPE svg [<!ENTITY a "&b;&b;">]>${svg(shape)}`, "not a valid SVG"],
  ["a page", `<html><body>${shape}</body></html>`, "not a valid SVG"],
  ["two drawings", svg(shape) + svg(shape), "not a valid SVG"],
  ["an open element", svg(`<g>${shape}`), "not a valid SVG"],
  ["no size", `<svg>${shape}</svg>`, "viewBox"],
  ["no shape", svg("<title>Nothing</title>"), "nothing to draw"],
  ["too many shapes", svg("<g/>".repeat(501)), "500 shapes"],
  ["too much text", svg(`<path d="M0 0${"h1".repeat(10_000)}"/>`), "20000 characters"],
  ["depth", svg("<g>".repeat(100) + shape + "</g>".repeat(100)), "not a valid SVG"],
])("a drawing with %s", (_what, drawing, word) => {
  it("T-36: is refused in words, and nothing of it is stored", async () => {
    const name = `icon-${crypto.randomUUID().slice(0, 8)}`;
    const answer = await api.send("POST Api/{type}/QueryAdd", { ...meter, name, drawing }, { "accept-language": "en" });
    const { fields } = answer.body as { fields?: Record<string, string> };
    expect([answer.status, fields?.drawing]).toEqual([422, expect.stringContaining(word)]);
    expect((await listIcons(api)).map((icon) => icon.name)).not.toContain(name);
  });
});

it.each(["Meter", "a--b", "a_b", "-a", "1a"])("refuses the name %s, which no field could store", async (name) => {
  const answer = await api.send("POST Api/{type}/QueryAdd", { ...meter, name }, { "accept-language": "en" });
  expect(answer.status).toBe(422);
  expect(Object.keys((answer.body as { fields: object }).fields)).toEqual(["name"]);
});
