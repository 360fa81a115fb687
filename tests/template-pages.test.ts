/** Pages of templates, of which the builder inserts components. */
import { expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { widgetsOf } from "#kit/page-tree.ts";
import { siteTemplates } from "#records/site/site-templates.server.ts";
import { adaptPart } from "#features/builder/document/foreign-part.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const { call, send } = client(server, await newSpaceOwner(server));

it("have their components and their look, for those who may read pages, and all of them fit any site", async () => {
  for (const { key, tokens, pages } of siteTemplates)
    for (const { path, parts } of pages) {
      const content = (await call("GET Api/SiteTheme/TemplatePage", {
        template: key,
        path,
      })) as CallOutput<"GET Api/SiteTheme/TemplatePage">;
      expect(widgetsOf(content.page).map(({ name }) => name)).toEqual(parts.map(({ name }) => name));
      expect(content.tokens).toEqual(tokens);
      const records = Object.values(content.page.records);
      const missing = { zh: 0, en: 0 };
      expect(adaptPart({ records }, { from: tokens, to: {} })).toMatchObject({ report: { settings: 0, missing } });
    }
  const input = { template: siteTemplates[0]!.key, path: "/nowhere" };
  expect((await send("GET Api/SiteTheme/TemplatePage", input)).status).toBe(404);
  expect((await client(server).send("GET Api/SiteTheme/TemplatePage", input)).status).toBe(401);
});
