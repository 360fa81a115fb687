/** The agreements of a site as HTML, for its visitors. */
import { expect, it } from "vitest";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();

it("E-123, B-321: returns the published agreement with a number as safe HTML, and nothing else", async () => {
  const owner = await newSpaceOwner(server);
  const hostName = await siteHost(server, owner);
  async function visit(query: Record<string, string>) {
    const address = `${server.url}/api/basic/content/detail?${new URLSearchParams(query)}`;
    const { status, text } = await readPage(address, { host: hostName });
    const { data, msg } = JSON.parse(text) as { data?: Record<string, unknown>; msg: string };
    return { status, data, msg };
  }
  const add = (number: number, status: string) =>
    client(server, owner).call("POST Api/{type}/QueryAdd", {
      type: "contract",
      number,
      status,
      title: { zh: "服务协议", en: "Terms of service" },
      text: { zh: "中文", en: "# One\n\n<script>alert(1)</script> [link](javascript:alert(1)) **bold**" },
    });
  await add(71, "published");
  await add(72, "draft");

  const { data } = await visit({ method: "Contract", id: "71", language: "en" });
  expect(data).toMatchObject({ id: 71, title: "Terms of service", language: "en" });
  expect(data!.content).toMatch(/<h2 id="one">One<\/h2>\n<p>&lt;script&gt;.*<strong>bold<\/strong>/);
  expect(data!.content).not.toMatch(/<script|href/);
  expect(Number.isNaN(Date.parse(String(data!.updateTime)))).toBe(false);
  const chinese = await visit({ method: "contract", id: "71", language: "zh" });
  expect(chinese.data).toMatchObject({ title: "服务协议", content: "<p>中文</p>\n", language: "zh" });

  // A draft, an unknown method, and an agreement of the platform.
  for (const [method, id] of [
    ["contract", "72"],
    ["news", "71"],
    ["contract", "2"],
  ] as const)
    expect([method, id, (await visit({ method, id, language: "en" })).msg]).toEqual([method, id, "Content not found"]);
  expect((await visit({ method: "contract", id: "two" })).status).toBe(422);
});
