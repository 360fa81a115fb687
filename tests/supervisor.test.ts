/** The supervisor and its child, with real processes that are killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";

type JournalEntry = { event: string; pid: number; parent: number };

const root = join(import.meta.dirname, "..");
const node = join(root, "node_modules/.bin/node");
const waitOptions = { timeout: 60_000, interval: 10 };
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Starts a supervisor with the child of tests/support in the given mode, which writes a journal. */
async function supervise(...mode: string[]) {
  const folder = await mkdtemp(join(tmpdir(), "meridian-test-"));
  const journal = join(folder, "journal");
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const files = [join(root, "src/supervisor.server.ts"), join(root, "tests/support/supervised-child.ts")];
  const supervisor = spawn(node, [...files, journal, ...mode], { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  supervisor.stderr.on("data", (chunk) => (errors += String(chunk)));
  const journalEntries = () => readJournal(journal);
  cleanups.push(async () => killAll(supervisor, await journalEntries()));
  return {
    supervisor,
    journalEntries,
    errors: () => errors,
    /** Waits until the event was recorded `count` times and returns the last record. */
    event: (event: string, count = 1) =>
      vi.waitFor(async () => {
        const matching = (await journalEntries()).filter((entry) => entry.event === event);
        expect(matching.length).toBeGreaterThanOrEqual(count);
        return matching[count - 1] as JournalEntry;
      }, waitOptions),
  };
}

async function readJournal(journal: string): Promise<JournalEntry[]> {
  const text = await readFile(journal, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [event = "", pid, parent] = line.split(" ");
      return { event, pid: Number(pid), parent: Number(parent) };
    });
}

/** Kills supervisors before their children, which they would start again. */
async function killAll(supervisor: ChildProcess, journalEntries: readonly JournalEntry[]): Promise<void> {
  const parents = journalEntries.map((entry) => entry.parent).filter((pid) => pid > 1);
  for (const pid of new Set([supervisor.pid, ...parents, ...journalEntries.map((entry) => entry.pid)])) {
    try {
      if (pid !== undefined) process.kill(pid, "SIGKILL");
    } catch {
      // Ended already.
    }
  }
}

async function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return { code: child.exitCode, signal: child.signalCode };
}

async function hasEnded(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return status === "" || /\) Z /.test(status);
}

test("restarts a killed child at once", async () => {
  const { supervisor, event, errors } = await supervise("serve");
  const first = await event("ready");
  process.kill(first.pid, "SIGKILL");
  const second = await event("started", 2);
  expect(second.pid).not.toBe(first.pid);
  expect(second.parent).toBe(supervisor.pid);
  expect(errors()).toContain("ended unexpectedly (SIGKILL)");
});

test("restarts a child that fails at its start with growing pauses", async () => {
  const { event, journalEntries, errors } = await supervise("exit", "3", "4");
  await event("ready");
  expect((await journalEntries()).filter((entry) => entry.event === "started")).toHaveLength(5);
  const pauses = [...errors().matchAll(/\(exit code 3\); starting it again in (\S+) s/g)].map((match) => match[1]);
  expect(pauses).toEqual(["0", "0.2", "0.4", "0.8"]);
});

test.for([0, 78])("does not restart a child that exits with %i", async (code) => {
  const { supervisor, journalEntries } = await supervise("exit", String(code));
  expect(await exitOf(supervisor)).toEqual({ code, signal: null });
  expect(await journalEntries()).toHaveLength(1);
});

test.for(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "stops the child in order on %s and keeps its exit code",
  async (signal) => {
    const { supervisor, event, journalEntries } = await supervise("serve", "7");
    const { pid } = await event("ready");
    supervisor.kill(signal);
    supervisor.kill(signal); // npm passes on a Ctrl-C that the terminal has sent already
    expect(await exitOf(supervisor)).toEqual({ code: 7, signal: null });
    expect((await journalEntries()).map((entry) => entry.event)).toEqual(["started", "ready", "stopped"]);
    expect(await hasEnded(pid)).toBe(true);
  },
);

test("kills a child that does not stop in time", async () => {
  const { supervisor, event, errors } = await supervise("deaf");
  const { pid } = await event("ready");
  supervisor.kill("SIGTERM");
  await event("stopped");
  expect(await exitOf(supervisor)).toEqual({ code: 137, signal: null });
  expect(errors()).toContain("did not stop within 15 s");
  expect(await hasEnded(pid)).toBe(true);
});

test("ends on SIGTERM between two starts", async () => {
  const { supervisor, errors } = await supervise("exit", "3");
  await vi.waitFor(() => expect(errors()).toContain("again in 3.2 s"), waitOptions);
  supervisor.kill("SIGTERM");
  expect(await exitOf(supervisor)).toEqual({ code: 3, signal: null });
});

test("is replaced when it is killed, repeatedly, and the replacement supervises", async () => {
  const { supervisor, event } = await supervise("serve");
  const first = await event("ready");
  supervisor.kill("SIGKILL");
  expect((await event("stopped")).pid).toBe(first.pid);
  const second = await event("ready", 2);
  expect(second.parent).not.toBe(supervisor.pid);
  await vi.waitFor(async () => expect(await hasEnded(first.pid)).toBe(true), waitOptions);

  process.kill(second.pid, "SIGKILL");
  const third = await event("ready", 3);
  expect(third.parent).toBe(second.parent);

  process.kill(third.parent, "SIGKILL");
  const fourth = await event("ready", 4);
  expect(fourth.parent).not.toBe(third.parent);
  process.kill(fourth.parent, "SIGTERM");
  expect((await event("stopped", 3)).pid).toBe(fourth.pid);
  await vi.waitFor(async () => expect(await hasEnded(fourth.parent)).toBe(true), waitOptions);
});
