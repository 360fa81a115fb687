/** Side menus that a space arranges: what is stored, who sees which entry, and what happens to entries of the program and of light apps. */
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { StoredMenuEntry, StoredMenuGroup } from "#kit/menu.ts";
import type { MenuName } from "#kit/menus.ts";
import type { MenuGroup } from "#kit/menu-groups.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { command, draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { addGallery } from "./support/gallery.ts";
import { readPage } from "./support/read-page.ts";
import { grant, roleFactories, sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();

type Menus = Partial<Record<MenuName, MenuGroup[]>>;
const menusOf = async (api: Client) => ((await api.call("GET api/user/View", {})) as { menus: Menus }).menus;

/** The menu of the admin area that a person sees: the names of its groups with those of their entries. */
async function namesOf(api: Client): Promise<[group: string, entries: string[]][]> {
  const { management = [] } = await menusOf(api);
  return management.map(({ name, entries }) => [name.en, entries.map((entry) => entry.name.en)]);
}
const entriesIn = async (api: Client, group: string) => new Map(await namesOf(api)).get(group);

const addMenu = (api: Client, groups: readonly StoredMenuGroup[], menu = "management") =>
  api.send("POST Api/{type}/QueryAdd", { type: "menu", menu, groups });

async function arrange(api: Client, groups: readonly StoredMenuGroup[], menu = "management"): Promise<AnyRow> {
  const answer = await addMenu(api, groups, menu);
  expect(answer.status, answer.text).toBe(200);
  const row = contentOf(answer) as AnyRow;
  onTestFinished(async () => void (await reset(api, row)));
  return row;
}

const reset = (api: Client, { id }: AnyRow) => api.send("DELETE Api/{type}/QueryDelete", { type: "menu", id });

const screen = (target: string, more: Partial<StoredMenuEntry> = {}): StoredMenuEntry => ({
  opens: "screen",
  target,
  ...more,
});
const page = (target: string, more: Partial<StoredMenuEntry> = {}): StoredMenuEntry => ({
  opens: "page",
  target,
  name: sameText("Page"),
  ...more,
});

type Space = Client & { owner: Person };
async function newSpace(): Promise<Space> {
  const owner = await newSpaceOwner(server);
  return { ...client(server, owner), owner };
}

describe("a space that arranged its menu", () => {
  let space: Space;
  let member: Client;
  beforeAll(async () => {
    space = await newSpace();
    member = client(server, await newMember(server, space.owner.tenantId));
  });

  it("begins with the menu of the program, of which nothing is stored or sent", async () => {
    expect(await menusOf(space)).toEqual({});
    expect(await menusOf(member)).toEqual({});
  });

  it("shows its groups and entries in their order with their names and icons, at once and to everybody", async () => {
    const row = await arrange(space, [
      {
        name: { zh: "日常", en: "Daily" },
        entries: [screen("paasWork"), screen("news", { name: { zh: "资讯" }, icon: "truck" })],
      },
      { group: "content", name: { en: "Writing" }, entries: [] },
    ]);
    const { management = [] } = await menusOf(member);
    expect(management[0]).toMatchObject({
      name: { zh: "日常", en: "Daily" },
      entries: [
        { listedEntity: "paasWork" },
        { name: { zh: "资讯", en: "News" }, chosenIcon: "truck", url: "/paas/news/list" },
      ],
    });
    // An entry that the space did not place stands in its own group.
    expect(management.find(({ key }) => key === "content")).toMatchObject({ name: { zh: "内容", en: "Writing" } });
    const all = management.flatMap(({ entries }) => entries.map(({ name }) => name.en));
    expect(new Set(all).size).toBe(all.length);
    expect(all).not.toContain("Roles");
    expect(await entriesIn(space, "Space")).toContain("Roles");
    expect((await reset(space, row)).status).toBe(200);
    expect(await menusOf(member)).toEqual({});
  });

  it("hides entries, and shows those for a role to its holders and to administrators", async () => {
    const { addRole, memberWith } = roleFactories(server, space.owner);
    const editor = await memberWith([grant("news", ["read"])]);
    const entries = [
      screen("home"),
      screen("news", { isHidden: true }),
      page("/about", { roles: [editor.roles[0]!], name: sameText("For editors") }),
      page("/contactus", { name: sameText("For all") }),
    ];
    await arrange(space, [{ name: sameText("Own"), entries }]);
    expect(await entriesIn(space, "Own")).toEqual(["Admin home", "For editors", "For all"]);
    expect(await entriesIn(editor, "Own")).toEqual(["Admin home", "For editors", "For all"]);
    expect(await entriesIn(member, "Own")).toEqual(["Admin home", "For all"]);
    // As a role, the administrator sees what its holders see.
    const viewer = client(server, await signInAgain(server, space.owner));
    await viewer.call("POST paas/role/view", { id: await addRole([]) });
    expect(await entriesIn(viewer, "Own")).toEqual(["Admin home", "For all"]);
  });

  it("never shows an entry whose target the person may not open", async () => {
    const entries = [
      screen("role"),
      { opens: "configuration" as const, target: "ShippingConfig" },
      screen("home"),
      screen("nowhere"),
      { opens: "list" as const, target: "nothing" },
    ];
    await arrange(space, [{ name: sameText("Own"), entries }]);
    expect(await entriesIn(space, "Own")).toEqual(["Roles", "ShippingConfig", "Admin home"]);
    expect(await entriesIn(member, "Own")).toEqual(["Admin home"]);
  });

  it("T-46: leads to other sites by the notice about leaving, and to nothing that is no address", async () => {
    const link = (target: string): StoredMenuEntry => ({ opens: "link", target, name: sameText("Link") });
    await arrange(space, [{ name: sameText("Own"), entries: [link("https://example.com/a?b=c")] }]);
    const { management = [] } = await menusOf(member);
    expect(management[0]!.entries[0]).toMatchObject({
      url: `/site/redirect?url=${encodeURIComponent("https://example.com/a?b=c")}`,
      isOnSite: true,
      opensTab: true,
    });
    for (const [entry, field] of [
      [link("javascript:alert(1)"), "target"],
      [link("//example.com"), "target"],
      [link("https://user@example.com"), "target"],
      [page("https://example.com"), "target"],
      [page("/admin/role/list"), "target"],
      [page("/wiki/{key}"), "target"],
      [page("/about", { name: null }), "name"],
    ] as const) {
      const answer = await addMenu(space, [{ entries: [entry] }]);
      expect([entry.target, answer.status]).toEqual([entry.target, 422]);
      expect(Object.keys(answer.body.fields as object)).toEqual([`groups.0.entries.0.${field}`]);
    }
    const twice = await addMenu(space, [{ entries: [screen("news")] }, { entries: [screen("news")] }]);
    expect(Object.keys(twice.body.fields as object)).toEqual(["groups.1.entries.0.target"]);
  });

  it("T-02: is arranged by its administrators, and each menu once", async () => {
    const { memberWith } = roleFactories(server, space.owner);
    const editor = await memberWith([grant("news", ["read", "update"])]);
    for (const api of [member, editor]) expect((await addMenu(api, [])).status).toBe(403);
    await arrange(space, [{ name: sameText("Own"), entries: [screen("home")] }], "service");
    expect((await addMenu(space, [], "service")).status).toBe(409);
    expect((await menusOf(member)).service?.[0]?.name.en).toBe("Own");
    expect(await menusOf(await newSpace())).toEqual({});
  });
});

describe("the menus of Development, Design and Solutions", () => {
  let space: Space;
  beforeAll(async () => void (space = await newSpace()));

  it.each([
    ["dev", "apiKey", "/dev/apiKey/list"],
    ["design", "theme", "/design/theme/list"],
    ["design", "news", "/design/news/list"],
    ["solution", "serviceOrder", "/solution/serviceOrder/list"],
    ["solution", "home", "/paas/index"],
  ] as const)("%s: an entry for %s leads to %s, and only people with the right see it", async (menu, target, url) => {
    const { memberWith } = roleFactories(server, space.owner);
    const type = target === "home" ? "news" : target;
    const reader = await memberWith(type === "apiKey" ? [] : [grant(type, ["read"])]);
    await arrange(space, [{ name: sameText("Own"), entries: [screen(target)] }], menu);
    const urlsOf = async (api: Client) =>
      (await menusOf(api))[menu]?.find(({ name }) => name.en === "Own")?.entries[0]?.url;
    expect(await urlsOf(space)).toBe(url);
    expect(await urlsOf(reader)).toBe(target === "apiKey" ? undefined : url);
    const member = client(server, await newMember(server, space.owner.tenantId));
    expect(await urlsOf(member)).toBe(["home", "news"].includes(target) ? url : undefined);
  });

  it("leave addresses below /solution to the site, except those of screens", async () => {
    const addPage = (path: string) =>
      space.send("POST Api/{type}/QueryAdd", { type: "page", path, title: sameText("A page") });
    for (const path of ["/solution/retail", "/solution/retail/stores", "/solution"])
      expect([path, (await addPage(path)).status]).toEqual([path, 200]);
    for (const path of ["/solution/index", "/solution/retail/list", "/design/retail", "/dev/retail"])
      expect([path, (await addPage(path)).status]).toEqual([path, 422]);
    const statusOf = async (path: string) =>
      (await fetch(server.url + path, { headers: { cookie: "locale_value=en" } })).status;
    for (const [path, status] of [
      ["/solution/index", 200],
      ["/SOLUTION/paasWork/LIST", 200],
      ["/solution/nowhere", 404],
    ] as const)
      expect([path, await statusOf(path)]).toEqual([path, status]);
  });
});

describe("the light apps of a space", () => {
  const access = {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  };

  it("are in the menu from their publication until it ends, of whoever may read their rows", async () => {
    const space = await newSpace();
    const member = client(server, await newMember(server, space.owner.tenantId));
    const fields = [draftField("title")];
    const customer = await publishLightApp(space, "customer", draftDefinition(fields, { access }));
    await publishLightApp(space, "audit7", draftDefinition(fields));
    expect(await entriesIn(space, "Apps")).toEqual(["audit7", "customer", "Light apps", "Data views"]);
    const { management = [] } = await menusOf(member);
    expect(management.find(({ key }) => key === "apps")).toMatchObject({
      name: { zh: "应用", en: "Apps" },
      entries: [{ url: "/paas/customer/list", listedEntity: "customer", name: { en: "customer" } }],
    });
    // The rest of the menu stays that of the program.
    expect(await entriesIn(member, "Content")).toContain("News");

    await arrange(space, [{ name: sameText("Own"), entries: [{ opens: "list", target: "Customer", icon: "users" }] }]);
    expect(await entriesIn(space, "Own")).toEqual(["customer"]);
    expect(await entriesIn(space, "Apps")).toEqual(["audit7", "Light apps", "Data views"]);
    expect((await command(space, "unpublish", customer.id)).status).toBe(200);
    expect(await entriesIn(space, "Own")).toBeUndefined();
    expect((await command(space, "publish", customer.id)).status).toBe(200);
    expect(await entriesIn(member, "Own")).toEqual(["customer"]);
  });
});

describe("the menu of the builder", () => {
  const links = (text: string) =>
    [...text.replaceAll(/<svg.*?<\/svg>/gs, "").matchAll(/<nav class="builder-menu".*?<\/nav>/gs)].flatMap(([nav]) =>
      [...nav.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)/g)].map(([, url, name]) => `${name} ${url}`),
    );

  it("B-023: is arranged like the side menus: visitors see the site's entries for everyone, members those of their roles, and a reset brings the six back", async () => {
    const space = await newSpace();
    const host = await addGallery(server, space.owner);
    const read = async (language: string) =>
      links((await readPage(`${server.url}/gallery?language=${language}&type=page`, { host })).text);
    const builtIn = await read("en");
    expect(builtIn).toEqual([
      "Featured /index",
      "Templates /theme?type=theme",
      "Pages /theme?type=page",
      "Modules /theme?type=module",
      "Create a design /design/make",
      "Designers wanted /about/design/job",
    ]);
    const { memberWith } = roleFactories(server, space.owner);
    const designer = await memberWith([grant("theme", ["read"])]);
    const row = await arrange(
      space,
      [
        {
          group: "gallery",
          entries: [
            screen("gallery.modules", { name: { zh: "积木", en: "Bricks" }, icon: "puzzle" }),
            screen("gallery.featured", { isHidden: true }),
            page("/contactus", { name: sameText("For all") }),
            page("/about", { name: sameText("For designers"), roles: [designer.roles[0]!] }),
            // A screen of the app, which visitors may not open.
            screen("theme"),
          ],
        },
      ],
      "builder",
    );
    // Entries that the space did not place follow those that they follow in the menu of the program.
    const rest = ["/design/make", "/about/design/job", "/theme?type=theme", "/theme?type=page"];
    const urls = async () => (await read("en")).map((link) => link.split(" ").at(-1));
    await expect.poll(urls).toEqual(["/theme?type=module", ...rest, "/contactus"]);
    expect((await read("zh"))[0]).toBe("积木 /theme?type=module");
    const iconOf = /#puzzle"/;
    expect((await readPage(`${server.url}/gallery?language=en&type=page`, { host })).text).toMatch(iconOf);
    const urlsFor = async (api: Client) => (await menusOf(api)).builder?.[0]?.entries.map(({ url }) => url);
    const own = ["/theme?type=module", ...rest, "/contactus", "/about", "/paas/theme/list"];
    expect(await urlsFor(designer)).toEqual(own);
    expect(await urlsFor(client(server, await newMember(server, space.owner.tenantId)))).toEqual(own.slice(0, 6));

    expect((await reset(space, row)).status).toBe(200);
    await expect.poll(() => read("en")).toEqual(builtIn);
    expect(await menusOf(designer)).toEqual({});
  });
});
