/** The shutdown of all processes that one start creates, by signals to their process group. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { launch } from "./support/program.ts";

const waitOptions = { timeout: 60_000, interval: 20 };
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const isRunning = async (pid: number) => (await readlink(`/proc/${pid}/exe`).catch(() => undefined)) !== undefined;

/** The process id of the embedded server of a data folder, or undefined. */
async function postmasterPid(folder: string): Promise<number | undefined> {
  const text = await readFile(path.join(folder, "postgres/cluster/postmaster.pid"), "utf8").catch(() => "");
  return text === "" ? undefined : Number.parseInt(text, 10);
}

/** The process ids of a group. */
async function processesOf(leader: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry))) {
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(group) === leader && state !== "Z") found.push(Number(name));
  }
  return found;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "meridian-test-"));
  cleanups.push(async () => {
    const pid = await postmasterPid(folder);
    if (pid !== undefined && (await isRunning(pid))) {
      process.kill(pid, "SIGQUIT");
      await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false), waitOptions);
    }
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

function killGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // The whole group has ended.
  }
}

describe.runIf(process.platform === "linux")("a signal to the whole process group", { timeout: 120_000 }, () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s ends supervisor, program and embedded PostgreSQL in order, even when sent twice",
    async (signal) => {
      const folder = await newFolder();
      const program = await launch({ DATA_DIR: folder, BARE: "1" }, ".", { file: "supervisor", isGroup: true });
      const leader = program.process.pid!;
      cleanups.push(async () => killGroup(leader, "SIGKILL"));
      const serverPid = await postmasterPid(folder);
      expect(await isRunning(serverPid!)).toBe(true);
      expect(await processesOf(leader)).toHaveLength(2);

      const exited = once(program.process, "exit");
      killGroup(leader, signal);
      killGroup(leader, signal);
      expect(await exited).toEqual([0, null]);
      expect(await processesOf(leader)).toEqual([]);
      expect(await isRunning(serverPid!)).toBe(false);
      expect(await postmasterPid(folder)).toBeUndefined();
      expect(program.output()).not.toMatch(/more than once|"level":[56]0/);
    },
  );

  it("ends everything even during the first start", async () => {
    const folder = await newFolder();
    const { PATH, TMPDIR } = process.env;
    const child = spawn(process.execPath, ["dist/server/supervisor.server.js"], {
      env: { PATH, TMPDIR, HOST: "127.0.0.1", PORT: "0", DATA_DIR: folder, BARE: "1" },
      stdio: "ignore",
      detached: true,
    });
    cleanups.push(async () => killGroup(child.pid!, "SIGKILL"));
    const serverPid = await vi.waitFor(async () => {
      const pid = await postmasterPid(folder);
      expect(pid).toBeGreaterThan(0);
      return pid!;
    }, waitOptions);
    const exited = once(child, "exit");
    killGroup(child.pid!, "SIGTERM");
    expect(await exited).toEqual([0, null]);
    expect(await isRunning(serverPid)).toBe(false);
    expect(await postmasterPid(folder)).toBeUndefined();
  });
});
