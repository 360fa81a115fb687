import { expect } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { ClientType } from "#kit/client-type.ts";
import { client, contentOf } from "./client.ts";
import { download, endedJob, type Job } from "./jobs.ts";
import type { Person } from "./people.ts";
import type { Server } from "./server.ts";
import { filesOfZip } from "./static-site.ts";

export type Bundle = CallOutput<"GET paas/appBundle/versions">[number];

/** Makes an app bundle of the site of a person's space, and returns the finished job. */
export async function makeBundle(
  server: Pick<Server, "url">,
  person: Person,
  input: { client: ClientType; address?: string },
): Promise<Job> {
  const answer = await client(server, person).send("POST Api/Job/Start", { name: "makeAppBundle", input });
  expect(answer.status, answer.text).toBe(200);
  return endedJob(server, person, (contentOf(answer) as { id: string }).id);
}

/** Makes an app bundle and unpacks it. */
export async function bundleFiles(
  server: Pick<Server, "url">,
  person: Person,
  input: { client: ClientType; address?: string },
): Promise<Map<string, Buffer>> {
  const { state, result, problem } = await makeBundle(server, person, input);
  expect([state, problem]).toEqual(["done", null]);
  const answer = await download(server, result!.url!, person);
  expect(answer.headers.get("content-disposition")).toContain(`${input.client}-`);
  return filesOfZip(Buffer.from(await answer.arrayBuffer()));
}

/** The versions of a person's space, the latest first. */
export const versionsOf = async (server: Pick<Server, "url">, person: Person): Promise<Bundle[]> =>
  contentOf(await client(server, person).send("GET paas/appBundle/versions")) as Bundle[];
