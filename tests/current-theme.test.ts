/** The mark of the theme that a site has. It comes from the relation of the site. */
import { expect, it } from "vitest";
import { client } from "./support/client.ts";
import { valuesOf, withView } from "./support/data-views.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const space = client(server, await newSpaceOwner(server));
const { call, send } = space;
type Saved = { id: string; version: number };

const rows = async (type: string) => (await call("GET Api/{type}/QueryList", { type })) as Saved[];
const addTheme = async (name: string) =>
  (await call("POST Api/{type}/QueryAdd", { type: "theme", name: sameText(name) } as never)) as Saved;
const run = (command: string, id: string) => send("POST Api/{type}/Command", { type: "theme", command, ids: [id] });

it("a theme is marked as current while the site names it, in lists, filters and the actions of its row", async () => {
  const [first, second] = [await addTheme("First"), await addTheme("Second")];
  type List = {
    total: number;
    rows: { id: string; isCurrent: boolean }[];
    actions: Map<string, { command?: string; disabled?: string }[]>;
  };
  const list = async (filter?: object): Promise<List> => {
    const paraModel = { url: "/admin/theme/list", pageSize: 60, ...(filter === undefined ? {} : { filter }) };
    const { result, rowActions } = (await call("POST paas/table/search", { paraModel } as never)) as unknown as {
      result: { total: number; rows: List["rows"] };
      rowActions: { sets: { commands: { command?: string; disabled?: string }[] }[]; rows: number[] };
    };
    const actions = result.rows.map(({ id }, index): [string, { command?: string; disabled?: string }[]] => [
      id,
      Object.values(rowActions.sets[rowActions.rows[index]!] ?? {}).flat() as { command?: string }[],
    ]);
    return { ...result, actions: new Map(actions) };
  };
  const currentIds = async () => (await list()).rows.filter(({ isCurrent }) => isCurrent).map(({ id }) => id);
  const isCurrent = (value: boolean) => ({ field: "isCurrent", op: "eq", value });
  for (const theme of [first, second]) {
    expect((await run("makeCurrent", theme.id)).status).toBe(200);
    expect(await currentIds()).toEqual([theme.id]);
    const {
      rows: [row],
      total,
    } = await list(isCurrent(true));
    expect([row?.id, total]).toEqual([theme.id, 1]);
    const others = await list(isCurrent(false));
    expect(others.rows.some(({ id }) => id === theme.id)).toBe(false);
    expect(others.total).toBe((await list()).total - 1);
    const { actions } = await list();
    const deleteOf = (id: string) => actions.get(id)!.find(({ command }) => command === "deleteWithPages");
    expect(deleteOf(theme.id)).toMatchObject({ disabled: "The site has this theme. Give it another one first." });
    expect(deleteOf((theme === first ? second : first).id)).not.toHaveProperty("disabled");
    const makeCurrentOf = (id: string) => actions.get(id)!.find(({ command }) => command === "makeCurrent");
    expect(makeCurrentOf(theme.id)).toMatchObject({ disabled: "The site has this theme already" });
    expect(makeCurrentOf((theme === first ? second : first).id)).not.toHaveProperty("disabled");
    expect(await call("GET Api/{type}/QueryById", { type: "theme", id: theme.id })).toMatchObject({
      isCurrent: true,
    });
  }
  // The relation of the site is the only place that says so: the mark follows it, and nobody can set it.
  const [site] = await rows("site");
  await call("POST Api/{type}/QuerySave", {
    type: "site",
    id: site!.id,
    version: site!.version,
    theme: null,
  } as never);
  expect(await currentIds()).toEqual([]);
  expect((await list(isCurrent(true))).total).toBe(0);
  const refused = await send("POST Api/{type}/QuerySave", {
    type: "theme",
    id: second.id,
    version: second.version,
    isCurrent: true,
  });
  expect(refused.status).toBe(422);
  await run("makeCurrent", first.id);
});

it("the mark of the current theme is a value like any other in a data view", async () => {
  const { id } = await addTheme("Viewed");
  expect((await run("makeCurrent", id)).status).toBe(200);
  await withView(space, {
    name: sameText("Looks"),
    tableName: "looks",
    base: "theme",
    columns: [{ path: "name" }, { path: "isCurrent", sort: "desc", isSearchable: true }],
  });
  const rowsOfView = (await valuesOf(space, "looks")) as { name: { en: string }; isCurrent: boolean }[];
  expect(rowsOfView.map(({ isCurrent }) => isCurrent)).toEqual([true, ...rowsOfView.slice(1).map(() => false)]);
  expect(rowsOfView.length).toBeGreaterThan(1);
  const filter = { field: "isCurrent", op: "eq", value: true };
  const found = (await valuesOf(space, "looks", { filter })) as { name: { en: string } }[];
  expect(found.map(({ name }) => name.en)).toEqual(["Viewed"]);
});
