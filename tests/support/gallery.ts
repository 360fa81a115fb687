import { client } from "./client.ts";
import { widget } from "./hostile-pages.ts";
import type { Person } from "./people.ts";
import { siteHost } from "./site-host.ts";
import type { Server } from "./server.ts";

/** Publishes a page with the gallery of templates at `/gallery` of the owner's space. Returns the host name of its site. */
export async function addGallery(server: Server, owner: Person): Promise<string> {
  const { call } = client(server, owner);
  const texts = { zh: "模板", en: "Templates" };
  const row = { type: "page", path: "/gallery", title: texts, description: texts };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const records = [
    widget("wd_heading001", { order: "Zz" }),
    widget("wd_gallery001", { name: "templates", value: { heading: texts, kind: "address" } }),
  ];
  const changes = records.map((after) => ({ id: after.id, after }));
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes } as never);
  await call("POST Api/Java/PublishPage", { pageId });
  return siteHost(server, owner);
}
