/** Every command has a name in both languages, a unique id and unique keys, and its keys have labels for Macs and for other computers. */
import { describe, expect, it } from "vitest";
import { commandsOfList, type ListState } from "#features/admin/list-commands.ts";
import { allCommands } from "#features/builder/panels/all-commands.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import type { Editor } from "#features/builder/editor/editor.ts";
import type { ListDescription } from "#kit/auto.ts";
import { paletteCommand } from "#ui/command-center.tsx";
import { type Command, bindCommand, keyLabel } from "#ui/command.ts";

const store = createDocumentStore({ setting: { title: {} }, records: [] } as never);
const view = { get: () => ({ locale: "zh", width: 1440, scheme: "light" }) };
const session = { state: { get: () => ({ kind: "saved" }) }, published: { get: () => null } };
const editor = {
  store,
  view,
  path: "/",
  session,
  multiSelect: { get: () => false },
  comments: { get: () => ({ isOpen: false }) },
} as unknown as Editor;
const emptyList: ListState = {
  description: {
    fields: [],
    actions: [{ type: "request", method: "DELETE", name: "删除 Delete", icon: "delete", url: "", event: "delete" }],
  } as unknown as ListDescription,
  tableHandle: { current: null },
  openFilter: () => undefined,
  batch: {
    may: { update: false, delete: false },
    openBatchDialog: () => undefined,
    renderSelected: () => null,
    dialog: null,
  },
  exportRows: undefined,
  views: { button: null, views: [], choose: () => undefined },
  add: () => undefined,
  refresh: () => undefined,
  openTimePage: () => undefined,
};
const commandsByPlace: Record<string, Command[]> = {
  "the builder": [...allCommands.map((command) => bindCommand(editor, command)), paletteCommand],
  "a list": [...commandsOfList(() => emptyList), paletteCommand],
};

describe.each(Object.entries(commandsByPlace))("in %s", (_place, commands) => {
  it("every command has a unique id, unique keys and a unique name in Chinese and English", () => {
    expect(commands.length).toBeGreaterThan(5);
    const duplicates = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);
    expect(duplicates(commands.map(({ id }) => id))).toEqual([]);
    expect(duplicates(commands.flatMap(({ keys }) => keys))).toEqual([]);
    expect(duplicates(commands.map((command) => command.name().zh))).toEqual([]);
    expect(duplicates(commands.map((command) => command.name().en))).toEqual([]);
    for (const command of commands) {
      expect([command.id, /\p{Script=Han}/u.test(command.name().zh)]).toEqual([command.id, true]);
      expect([command.id, /[A-Z]/.test(command.name().en)]).toEqual([command.id, true]);
    }
  });

  it("every unavailable command gives its reason in both languages", () => {
    const reasons = commands.flatMap((command) => command.reason() ?? []);
    expect(reasons.length).toBeGreaterThan(3);
    for (const { zh, en } of reasons) expect([/\p{Script=Han}/u.test(zh), /^[A-Z]/.test(en)]).toEqual([true, true]);
  });
});

it.each([
  ["$mod+KeyZ", "Ctrl+Z", "⌘Z"],
  ["$mod+Shift+KeyZ", "Ctrl+Shift+Z", "⇧⌘Z"],
  ["Alt+ArrowUp", "Alt+↑", "⌥↑"],
  ["Delete", "Del", "⌫"],
  ["Shift+?", "?", "?"],
  ["n", "n", "n"],
])("the keys %s are labelled %s, and %s on a Mac", (keys, label, macLabel) => {
  expect([keyLabel(keys, false), keyLabel(keys, true)]).toEqual([label, macLabel]);
});
