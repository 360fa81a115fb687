import { EventEmitter } from "node:events";
import { z } from "zod";
import { seconds } from "#kit/format.ts";
import { getOrCompute } from "#kit/memo.ts";
import { recordId } from "#kit/page-schema.ts";
import { colourCount, maxSelected, type PersonOnPage } from "#kit/presence.ts";
import { Problem } from "#kit/problem.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import type { Logger } from "#server/process/log.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    presence: Presence;
  }
}

/** The channel of PostgreSQL on which processes tell each other who has a page open. */
const channel = "meridian_presence";
/** ms for which somebody counts as present after the last sign of life. */
const maxSilence = seconds(75);
/** ms between two looks for people who have been silent for too long. */
const sweepInterval = seconds(5);
/** ms for which changes of one selection are collected before the other processes are told. */
const selectDelay = 200;
/** The most windows on a page, in a space, and in all spaces. */
const limits = { page: 50, space: 500, all: 5000 };

export const selection = z.array(recordId).max(maxSelected);

/** A window of the builder: of which session, and which page it shows. */
const windowKey = z.object({ tenantId: z.uuid(), pageId: z.uuid(), sessionId: z.string().max(60), tab: z.uuid() });
type WindowKey = z.infer<typeof windowKey>;

/** Who is in a window. Times are ms since 1970. */
const presentPerson = windowKey.extend({
  /** The stream that holds the window open: the end of an earlier one does not close it. */
  streamId: z.uuid(),
  memberId: z.uuid(),
  name: z.string().max(200),
  colour: z
    .int()
    .min(0)
    .max(colourCount - 1),
  selected: selection,
  enteredAt: z.number(),
  activeAt: z.number(),
});
type PresentPerson = z.infer<typeof presentPerson>;

/** What processes tell each other. `ask`: a process may have missed something, and every other one repeats who is in its windows. */
const message = z.discriminatedUnion("kind", [
  presentPerson.extend({ kind: z.literal("enter") }),
  windowKey.extend({ kind: z.literal("select"), selected: selection, activeAt: z.number() }),
  windowKey.extend({ kind: z.literal("leave"), streamId: z.uuid() }),
  z.object({ kind: z.literal("ask"), processId: z.uuid() }),
]);
type Message = z.infer<typeof message>;

type Page = Pick<WindowKey, "tenantId" | "pageId">;
/** A window that somebody has opened. */
type OpenWindow = {
  /** What the others see selected in it. */
  selected: readonly string[];
  /** The window is closed, and others see at once that the person has left. */
  leave: () => void;
  /** The stream has ended, but the window is expected to open another one within `maxSilence`. */
  release: () => void;
};

/**
 * Who has which page open in the builder, in any process. It is kept in the memory of every process and in no table; processes tell each other by
 * notifications of PostgreSQL, which all of them, the sender too, receive in the order of their commits.
 */
export type Presence = {
  /** Opens a window, or gives the sign of life of an open one. @throws {Problem} tooManyRequests */
  enter: (window: WindowKey & Pick<PresentPerson, "memberId" | "name">) => Promise<OpenWindow>;
  /** Tells what is selected in a window. Returns false if this process does not know the window (yet). */
  select: (window: WindowKey, selected: readonly string[]) => boolean;
  /** The people on a page except one, each of them once, with what they selected last; who came first is the first. */
  others: (page: Page, memberId: string) => PersonOnPage[];
  /** Calls the listener when the answer of `others` may have changed. Returns a function that ends that. */
  onChanged: (page: Page, listener: () => void) => () => void;
};

const refusal = new Problem(
  "tooManyRequests",
  { zh: "同时打开页面的人过多，暂不显示其他人", en: "Too many people have pages open. Others are not shown for now." },
  { retryAfter: 15 },
);

const pageName = ({ tenantId, pageId }: Page) => `${tenantId} ${pageId}`;
const windowName = ({ sessionId, tab }: WindowKey) => `${sessionId} ${tab}`;

/** The colour of somebody who comes to a page: the one they have in another window, else one that nobody has, else any. */
function colourOn(page: Iterable<PresentPerson>, memberId: string): number {
  const people = [...page];
  const otherWindow = people.find((person) => person.memberId === memberId);
  if (otherWindow !== undefined) return otherWindow.colour;
  const used = new Set(people.map(({ colour }) => colour));
  const free = Array.from({ length: colourCount }, (_, colour) => colour).find((colour) => !used.has(colour));
  return free ?? people.length % colourCount;
}

/** Follows who has pages open, in this process and in all others. */
export function createPresence({ database, log }: { database: Database; log: Logger }): Presence {
  const processId = newId();
  const pages = new Map<string, Map<string, PresentPerson & { expiresAt: number }>>();
  /** The windows whose streams this process serves, by the id of the stream. */
  const held = new Map<string, WindowKey>();
  /** Selections of which the other processes have yet to be told. */
  const unsent = new Map<string, readonly string[]>();
  const changes = new EventEmitter().setMaxListeners(0);

  const find = (window: WindowKey) => pages.get(pageName(window))?.get(windowName(window));
  const count = (isCounted: (page: string) => boolean) =>
    [...pages].reduce((sum, [page, windows]) => sum + (isCounted(page) ? windows.size : 0), 0);
  /** Whether a window may be opened. The limits also hold for what other processes tell. */
  const hasRoom = ({ tenantId, ...window }: WindowKey) =>
    count((page) => page === pageName({ tenantId, ...window })) < limits.page &&
    count((page) => page.startsWith(`${tenantId} `)) < limits.space &&
    count(() => true) < limits.all;

  function remove(window: WindowKey): void {
    const page = pageName(window);
    pages.get(page)?.delete(windowName(window));
    if (pages.get(page)?.size === 0) pages.delete(page);
    changes.emit(page);
  }

  function put(person: PresentPerson): void {
    const before = find(person);
    if (before === undefined && !hasRoom(person)) return;
    // Whoever repeats that somebody is there may know an earlier selection.
    const latest =
      before !== undefined && before.activeAt > person.activeAt
        ? { selected: before.selected, activeAt: before.activeAt }
        : {};
    const windows = getOrCompute(pages, pageName(person), () => new Map());
    windows.set(windowName(person), { ...person, ...latest, expiresAt: Date.now() + maxSilence });
    changes.emit(pageName(person));
  }

  function apply(told: Message): void {
    if (told.kind === "ask") {
      if (told.processId !== processId) repeatHeld();
    } else if (told.kind === "enter") {
      const { kind: _kind, ...person } = told;
      put(person);
    } else {
      const present = find(told);
      if (present === undefined) return;
      if (told.kind === "leave") return void (told.streamId === present.streamId && remove(told));
      present.selected = told.selected;
      present.activeAt = told.activeAt;
      changes.emit(pageName(told));
    }
  }

  async function tell(told: Message): Promise<void> {
    await database.execute("select pg_notify($1, $2)", [channel, JSON.stringify(told)]).catch((error: unknown) => {
      // Whoever is on the page gives the next sign of life within a minute.
      log.debug({ err: error }, "the other processes were not told who has a page open");
    });
  }

  function repeatHeld(): void {
    for (const [streamId, window] of held) {
      const present = find(window);
      if (present?.streamId !== streamId) continue;
      const { expiresAt: _expiresAt, ...person } = present;
      void tell({ kind: "enter", ...person });
    }
  }

  /** After a gap: this process may have missed who came, and others what it told. */
  function catchUp(): void {
    repeatHeld();
    void tell({ kind: "ask", processId });
  }

  function receive(payload: string): void {
    try {
      apply(message.parse(JSON.parse(payload)));
    } catch (error) {
      // A process of another version may tell something else.
      log.debug({ err: error }, "a message about who has a page open was not understood");
    }
  }
  void database.listen(channel, { onMessage: receive, onGap: catchUp }).then(catchUp);

  setInterval(() => {
    const now = Date.now();
    for (const windows of pages.values())
      for (const person of windows.values()) if (person.expiresAt < now) remove(person);
  }, sweepInterval).unref();

  return {
    async enter({ memberId, name, ...window }) {
      const before = find(window);
      if (before === undefined && !hasRoom(window)) throw refusal;
      const now = Date.now();
      const streamId = newId();
      const person: PresentPerson = {
        ...window,
        streamId,
        memberId,
        name,
        colour: colourOn(pages.get(pageName(window))?.values() ?? [], memberId),
        selected: before?.selected ?? [],
        enteredAt: before?.enteredAt ?? now,
        activeAt: before?.activeAt ?? now,
      };
      held.set(streamId, window);
      put(person);
      await tell({ kind: "enter", ...person });
      const release = () => void held.delete(streamId);
      return {
        selected: person.selected,
        release,
        leave() {
          release();
          void tell({ kind: "leave", ...window, streamId });
        },
      };
    },
    select(window, selected) {
      if (find(window) === undefined) return false;
      const key = windowName(window);
      if (!unsent.has(key))
        setTimeout(() => {
          const latest = unsent.get(key)!;
          unsent.delete(key);
          void tell({ kind: "select", ...window, selected: [...latest], activeAt: Date.now() });
        }, selectDelay).unref();
      unsent.set(key, selected);
      return true;
    },
    others(page, memberId) {
      const now = Date.now();
      const people = new Map<string, PresentPerson>();
      const present = [...(pages.get(pageName(page))?.values() ?? [])]
        .filter((person) => person.memberId !== memberId && person.expiresAt >= now)
        .toSorted((a, b) => a.enteredAt - b.enteredAt);
      for (const person of present)
        if (person.activeAt >= (people.get(person.memberId)?.activeAt ?? 0)) people.set(person.memberId, person);
      return [...people.values()].map(({ memberId: id, name, colour, selected }) => ({ id, name, colour, selected }));
    },
    onChanged(page, listener) {
      changes.on(pageName(page), listener);
      return () => changes.off(pageName(page), listener);
    },
  };
}
