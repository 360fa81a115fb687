/** Spaces that exchange items of the market. */
import { sql } from "drizzle-orm";
import sharp from "sharp";
import type { CallInput, CallOutput } from "#kit/call.ts";
import { client, contentOf } from "./client.ts";
import { widget } from "./hostile-pages.ts";
import { newSpaceOwner, type Person } from "./people.ts";
import type { Server } from "./server.ts";

type Taken = CallOutput<"POST Api/Market/Take">;

let pageCount = 0;

/** A space with its owner, and what its owner does in the market. */
export async function marketSpace(server: Server) {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const { call, send } = api;

  /** Uploads a picture and returns its address. `colour` makes its content unique. */
  async function picture(colour: string): Promise<string> {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
      .png()
      .toBuffer();
    const input = { size: bytes.length, data: bytes.toString("base64"), name: "picture.png" };
    return ((await call("POST Api/File/UploadBase64", input)) as { url: string }).url;
  }

  /** Adds a draft with these records and returns its id. */
  async function page(records: readonly object[]): Promise<string> {
    pageCount += 1;
    const texts = { zh: `市场页面${pageCount}`, en: `Market page ${pageCount}` };
    const row = { type: "page", path: `/market-${pageCount}`, title: texts, description: texts };
    const { id } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const changes = (records as { id: string }[]).map((after) => ({ id: after.id, after }));
    if (changes.length > 0) await call("POST api/sitepage/save", { diyPageInfo: { pageId: id }, baseRev: 0, changes });
    return id;
  }

  const records = async (pageId: string) => {
    const info = (await call("POST Api/SitePage/GetPageInfo", {
      id: pageId,
      diyPageInfo: {},
    })) as CallOutput<"POST Api/SitePage/GetPageInfo">;
    return info.diyPageInfo.page.records;
  };
  const offer = async (input: CallInput<"POST Api/Market/Offer">) =>
    (await call("POST Api/Market/Offer", input)) as CallOutput<"POST Api/Market/Offer">;
  const list = async (input: CallInput<"GET Api/Market/Page"> = {}) =>
    ((await call("GET Api/Market/Page", input)) as CallOutput<"GET Api/Market/Page">).rows;
  const take = async (id: string, edition?: number) =>
    (await call("POST Api/Market/Take", edition === undefined ? { id } : { id, edition })) as Taken;
  const command = (name: string, id: string) =>
    send("POST Api/{type}/Command", { type: "marketItem", command: name, ids: [id] });
  const notices = async () =>
    (contentOf(await send("GET Api/Notice/Mine")) as CallOutput<"GET Api/Notice/Mine">).notices;
  return { ...api, owner, picture, page, records, offer, list, take, command, notices };
}

/** Makes an account one of an administrator of the platform. */
async function asReviewer({ database }: Server, { accountId }: Person): Promise<void> {
  await database.system((tx) => tx.rows(sql`update account set is_super_admin = true where id = ${accountId}::uuid`));
}

/** An administrator of the platform in a space of their own. */
export async function marketReviewer(server: Server) {
  const person = await newSpaceOwner(server);
  await asReviewer(server, person);
  const { call, send } = client(server, person);
  const submissions = async () =>
    ((await call("GET Api/Market/Submissions", { pageSize: 60 })) as CallOutput<"GET Api/Market/Submissions">).rows;
  async function decide(id: string, decision: "accept" | "refuse", reason = "") {
    const { version } = (await submissions()).find((submission) => submission.id === id)!;
    return send("POST Api/Market/Review", { id, version, decision, reason });
  }
  return { person, call, send, submissions, decide };
}

/** A heading as a section of a page. */
export const heading = (id: string, zh: string, en: string, more: object = {}) =>
  widget(id, { value: { heading: { zh, en } }, ...more });

/** A section with a picture. */
export const featureWith = (id: string, image: string, more: object = {}) =>
  widget(id, {
    name: "feature",
    order: "a1",
    value: { heading: { zh: "图文", en: "Feature" }, image, alt: { zh: "图", en: "Picture" } },
    ...more,
  });
