import { randomUUID } from "node:crypto";
import type { EntityType } from "#kit/entity.ts";
import type { Level, Verb } from "#kit/access.ts";
import type { CallName } from "#kit/call.ts";

/** Ids of one space's rows, made anew for every question. `page` is published once, as `snapshot`. */
export type Rows = Record<EntityType, string> & { snapshot: string; path: string };

/**
 * What a call asks of its caller, written down once more and independently of the program.
 * `entity`: whatever `entityLevels` says of the verb. `member`: anybody signed in.
 */
export type Expected = {
  least: Level | { entity: Verb };
  /** An input that succeeds for whoever may; with `type` for the calls that are made about any entity. */
  input: (rows: Rows, type: EntityType) => object;
  /** True when `input` names a row: then the same call is made with a row of another space and with one that does not exist. */
  namesRow?: true;
  /** True when the call is asked once per entity. */
  perEntity?: true;
  /** Statuses of an answer that was not refused; 200 unless said. */
  answers?: number[];
};

/** Who may do what with an entity's rows (design: architecture, "default deny"). */
export const entityLevels: Record<EntityType, Record<Verb, Level>> = {
  news: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  wiki: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  contract: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  paasWork: { read: "member", add: "member", update: "member", delete: "administrator", export: "administrator" },
  member: { read: "administrator", add: "nobody", update: "administrator", delete: "nobody", export: "administrator" },
  page: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  role: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  theme: { read: "administrator", add: "nobody", update: "administrator", delete: "nobody", export: "nobody" },
  contactMessage: {
    read: "administrator",
    add: "nobody",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  servicePackage: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  serviceCode: {
    read: "administrator",
    add: "nobody",
    update: "administrator",
    delete: "nobody",
    export: "administrator",
  },
  serviceOpening: { read: "member", add: "nobody", update: "nobody", delete: "nobody", export: "administrator" },
  serviceOrder: { read: "administrator", add: "nobody", update: "nobody", delete: "nobody", export: "administrator" },
};

/** Entities of which a member knows only the rows they added. */
export const ownRows: ReadonlySet<EntityType> = new Set(["paasWork"]);

const both = (text: string) => ({ zh: text, en: text });

/** Values for a new row of an entity that may be added. */
const newRow: Partial<Record<EntityType, (rows: Rows) => object>> = {
  news: () => ({ title: both("new"), kind: "company", status: "draft" }),
  wiki: ({ path }) => ({ slug: `${path.slice(1)}-new`, title: both("new"), status: "draft" }),
  contract: ({ path }) => ({
    number: Number(path.replace(/\D+/g, "")) + 5000,
    title: both("new"),
    text: both("new"),
    status: "draft",
  }),
  paasWork: () => ({ title: "new", kind: "fault", priority: "normal", description: "new" }),
  page: ({ path }) => ({ path: `${path}-new`, title: both("new") }),
  role: () => ({ name: both("new"), grants: [{ entity: "news", verbs: ["read"], read: null, write: null }] }),
  servicePackage: ({ path }) => ({
    slug: `${path.slice(1)}-new`,
    name: both("new"),
    price: both("new"),
    days: 30,
    responseHours: 24,
  }),
};
/** One field of each entity that an administrator may change. */
const change: Record<EntityType, object> = {
  news: { title: both("changed") },
  wiki: { title: both("changed") },
  contract: { title: both("changed") },
  member: { name: "changed" },
  page: { title: both("changed") },
  theme: { name: both("changed") },
  contactMessage: { status: "answered" },
  paasWork: { title: "changed" },
  role: { name: both("changed") },
  servicePackage: { name: both("changed") },
  serviceCode: { note: "changed" },
  serviceOpening: { status: "expired" },
  serviceOrder: { source: "code" },
};

const added = (rows: Rows, type: EntityType) => ({ type, ...newRow[type]?.(rows) });
const wrongCode = { mobile: "13700000000", verifyCode: "000000", password: "Harbour7x" };
const addressed = (rows: Rows, type: EntityType) => ({ type, id: rows[type] });

/** An id that nothing has. */
const nobody = "0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b";

/** A ticket that nobody was given. */
const noTicket = "no-ticket-that-anybody-was-ever-given-here";

/** Every call of the program. */
export const calls: Record<CallName, Expected> = {
  // Rows of entities.
  "GET Api/{type}/QueryById": { least: { entity: "read" }, perEntity: true, namesRow: true, input: addressed },
  "GET Api/{type}/QueryList": { least: { entity: "read" }, perEntity: true, input: (_rows, type) => ({ type }) },
  "GET Api/{type}/QueryPageList": { least: { entity: "read" }, perEntity: true, input: (_rows, type) => ({ type }) },
  "GET Api/{type}/QuerySingle": { least: { entity: "read" }, perEntity: true, input: (_rows, type) => ({ type }) },
  "GET Api/Relation/GetKeyValues": { least: { entity: "read" }, perEntity: true, input: (_rows, type) => ({ type }) },
  "POST paas/table/search": {
    least: { entity: "read" },
    perEntity: true,
    input: (_rows, type) => ({ paraModel: { url: `/admin/${type}/list` } }),
  },
  "POST paas/table/count": {
    least: { entity: "read" },
    perEntity: true,
    input: (_rows, type) => ({ paraModel: { url: `/admin/${type}/list` } }),
  },
  "GET Api/Ui/AutoForm": { least: { entity: "read" }, perEntity: true, namesRow: true, input: addressed },
  "POST Api/{type}/QueryAdd": { least: { entity: "add" }, perEntity: true, input: added },
  "POST Api/{type}/QueryUpdate": {
    least: { entity: "update" },
    perEntity: true,
    namesRow: true,
    input: (rows, type) => ({ ...addressed(rows, type), version: 1, ...change[type] }),
    // Publishing has raised the page's version since: a version that is behind is no refusal.
    answers: [200, 409],
  },
  "POST Api/{type}/QuerySave": {
    least: { entity: "update" },
    perEntity: true,
    namesRow: true,
    input: (rows, type) => ({ ...addressed(rows, type), version: 1, ...change[type] }),
    answers: [200, 409],
  },
  "DELETE Api/{type}/QueryDelete": { least: { entity: "delete" }, perEntity: true, namesRow: true, input: addressed },
  "GET Api/Type/GetKeyValue": { least: "administrator", input: () => ({ type: "contactMessage.status" }) },

  // The page builder.
  "POST Api/SitePage/GetPageInfo": {
    least: "administrator",
    namesRow: true,
    input: ({ page }) => ({ id: page, diyPageInfo: {} }),
  },
  "POST api/sitepage/save": {
    least: "administrator",
    namesRow: true,
    input: ({ page }) => ({ diyPageInfo: { pageId: page }, baseRev: 1, changes: [] }),
  },
  "POST Api/Java/PublishPage": { least: "administrator", namesRow: true, input: ({ page }) => ({ pageId: page }) },
  "POST Api/SitePage/Rollback": {
    least: "administrator",
    namesRow: true,
    input: ({ page, snapshot }) => ({ pageId: page, snapshotId: snapshot }),
  },
  "GET Api/SitePage/Shares": { least: "administrator", namesRow: true, input: ({ page }) => ({ pageId: page }) },
  "POST Api/SitePage/Share": {
    least: "administrator",
    namesRow: true,
    input: ({ page }) => ({ pageId: page, days: 7 }),
  },
  "POST Api/SitePage/Unshare": {
    least: "administrator",
    namesRow: true,
    input: ({ page }) => ({ pageId: page, id: nobody }),
  },
  "GET Api/SitePage/Snapshots": { least: "administrator", namesRow: true, input: ({ page }) => ({ pageId: page }) },
  "GET Api/SitePage/Snapshot": {
    least: "administrator",
    namesRow: true,
    input: ({ page, snapshot }) => ({ pageId: page, snapshotId: snapshot }),
  },
  "POST Api/SitePage/QueryWidgetData": {
    least: "administrator",
    input: () => ({ name: "news-list", value: { heading: both("News"), count: 3 }, language: "en" }),
  },

  // Signing in: open to everybody, and everybody who is wrong gets the same answer.
  "POST Api/Member/Login": {
    least: "anyone",
    input: () => ({ username: "nobody-here", password: "wrong" }),
    answers: [401, 429],
  },
  "POST user/login": {
    least: "anyone",
    input: () => ({ username: "nobody-here", password: "wrong" }),
    answers: [401, 429],
  },
  "POST Api/Member/LoginByMobile": {
    least: "anyone",
    input: () => ({ username: "13700000000", verifyCode: "000000" }),
    answers: [422],
  },
  "POST user/secondFactor": {
    least: "anyone",
    input: () => ({ ticket: noTicket, method: "totp", code: "000000" }),
    answers: [401],
  },
  "POST user/secondFactor/code": { least: "anyone", input: () => ({ ticket: noTicket }), answers: [401] },
  "POST user/secondFactor/enrol": { least: "anyone", input: () => ({ ticket: noTicket }), answers: [401] },
  "POST admin/entrance": { least: "anyone", input: () => ({ sign: "not-the-sign" }), answers: [404] },
  "POST Api/Member/Reg": { least: "anyone", input: () => wrongCode, answers: [422] },
  "POST user/reg": { least: "anyone", input: () => wrongCode, answers: [422] },
  "POST user/findPassword": { least: "anyone", input: () => wrongCode, answers: [422] },
  "GET api/UserReg/CheckVerifiyCode": {
    least: "anyone",
    input: () => ({ mobile: "13700000000", code: "000000" }),
    answers: [422],
  },
  "POST Api/Sms/SendVerifiyCode": {
    least: "anyone",
    input: () => ({ mobile: "13700000001" }),
    answers: [200, 428, 429],
  },
  "GET basic/sms/loginCode": { least: "anyone", input: () => ({ mobile: "13700000002" }), answers: [200, 428, 429] },
  "GET basic/sms/partners/code": {
    least: "anyone",
    input: () => ({ mobile: "13700000003" }),
    answers: [200, 428, 429],
  },
  "GET basic/challenge": { least: "anyone", input: () => ({}) },
  "GET paas/sms/messages": { least: "superAdmin", input: () => ({}) },
  "GET dev/mailbox": { least: "anyone", input: () => ({}) },
  "GET basic/ip/country": { least: "anyone", input: () => ({}) },
  "POST user/logout": { least: "member", input: () => ({}) },
  "GET api/user/View": { least: "member", input: () => ({}) },

  "GET paas/workorder/details": { least: "member", namesRow: true, input: ({ paasWork }) => ({ id: paasWork }) },
  "POST paas/workorder/message": {
    least: "member",
    namesRow: true,
    input: ({ paasWork }) => ({ id: paasWork, messageId: randomUUID(), text: "Hello" }),
  },
  // A member who neither filed the order nor handles orders is told so.
  "POST paas/workorder/move": {
    least: "member",
    namesRow: true,
    input: ({ paasWork }) => ({ id: paasWork, step: "accept" }),
    answers: [200, 403],
  },

  // The people of a space.
  // A code that nobody may have: changing it for good would end what the other questions ask about.
  "POST paas/site/code": { least: "administrator", input: () => ({ code: "www" }), answers: [409] },
  "GET paas/start": { least: "administrator", input: () => ({}) },
  "POST paas/start/end": { least: "administrator", input: () => ({}) },
  "GET paas/role/subjects": { least: "administrator", input: () => ({}) },
  "POST paas/member/invite": {
    least: "administrator",
    input: ({ path }) => ({ mobile: `135${path.replace(/\D+/g, "").padStart(8, "0")}` }),
  },
  "POST paas/member/invite/again": { least: "administrator", input: () => ({ id: nobody }), answers: [404] },
  "POST paas/member/invite/withdraw": { least: "administrator", input: () => ({ id: nobody }), answers: [404] },
  "POST user/spaces/decline": { least: "member", input: () => ({ tenantId: nobody }), answers: [404] },
  "GET user/spaces": { least: "member", input: () => ({}) },
  "POST user/spaces/enter": { least: "member", input: () => ({ tenantId: nobody }), answers: [404] },
  // The service area. These spaces ask on the platform's site, which offers the platform's packages only.
  "GET service/offer": { least: "anyone", input: () => ({ key: "trial" }) },
  "GET service/packages": { least: "member", input: () => ({}) },
  "GET service/overview": { least: "member", input: () => ({}) },
  "POST service/open": {
    least: "member",
    namesRow: true,
    input: ({ servicePackage }) => ({ packageId: servicePackage, requestId: randomUUID() }),
    answers: [200, 404],
  },
  "POST paas/service/codes": {
    least: "administrator",
    namesRow: true,
    input: ({ servicePackage }) => ({ packageId: servicePackage, count: 1, requestId: randomUUID() }),
  },

  // One's own account: whatever the input says, it is about whoever asks. A code that is wrong changes nothing.
  "GET user": { least: "member", input: () => ({ Id: nobody }), answers: [404] },
  "GET merchant/merchants/simpleMerchants": { least: "anyone", input: () => ({ code: "meridian" }) },
  "GET user/sessions": { least: "member", input: () => ({}) },
  "POST user/sessions/end": { least: "member", input: () => ({ id: nobody }) },
  "POST user/profile": { least: "member", input: () => ({ name: "Ada", avatar: null }) },
  "POST user/code": { least: "member", input: () => ({ purpose: "payPassword" }), answers: [200, 422, 428, 429] },
  "POST user/mobile/code": { least: "member", input: () => ({ mobile: "13700000004" }), answers: [200, 428, 429] },
  "POST user/mobile": {
    least: "member",
    input: () => ({ mobile: "13700000004", oldCode: "000000", newCode: "000000" }),
    answers: [422],
  },
  "POST user/password": {
    least: "member",
    input: () => ({ verifyCode: "000000", password: "Harbour7x" }),
    answers: [422],
  },
  // Open to everybody signed in, however old their proof is: it is how a new one is given.
  "POST user/stepUp": { least: "member", input: () => ({ method: "password", code: "wrong" }), answers: [422, 429] },
  "POST user/stepUp/code": { least: "member", input: () => ({}), answers: [200, 428, 429] },
  "GET user/totp": { least: "member", input: () => ({}) },
  "POST user/totp/begin": { least: "member", input: () => ({ verifyCode: "000000" }), answers: [422] },
  "POST user/totp/confirm": { least: "member", input: () => ({ ticket: noTicket, code: "000000" }), answers: [409] },
  "POST user/totp/off": { least: "member", input: () => ({ code: "000000" }), answers: [409] },
  "POST user/totp/recovery": { least: "member", input: () => ({ code: "000000" }), answers: [409] },
  "POST api/UserDetail/SetPayPassword": {
    least: "member",
    input: () => ({ payPassword: "482913", verifyCode: "000000" }),
    answers: [422],
  },
  "DELETE Api/UserDetail/Cancel": { least: "member", input: () => ({ verifyCode: "000000" }), answers: [422] },
  "POST Api/UserDetail/CancelUndo": { least: "member", input: () => ({}) },
  "GET api/UserDetail/NeedSetPayPassword": { least: "member", input: () => ({}) },
  "GET api/UserDetail/CheckPayPassword": {
    least: "member",
    input: () => ({ payPassword: "482913" }),
    answers: [409],
  },
  "POST Api/User/ConfirmPayPassword": {
    least: "member",
    input: () => ({ payPassWord: "482913", userId: nobody }),
    answers: [403],
  },
  "GET paas/user/payees": { least: "member", input: () => ({}) },
  "POST paas/user/payee/save": {
    least: "member",
    input: () => ({ kind: "alipay", holder: "Ada", number: "ada@example.org" }),
    answers: [403],
  },
  "POST paas/user/payee/delete": { least: "member", input: () => ({ id: nobody }), answers: [404] },
  "GET api/useraddress/get": { least: "member", input: () => ({}) },
  "POST api/useraddress/SaveOrderAddress": {
    least: "member",
    input: () => ({ name: "Ada", mobile: "13700000005", regionId: 110101, address: "1 Harbour Road" }),
    answers: [200, 409],
  },
  "DELETE api/useraddress/delete": { least: "member", input: () => ({ id: nobody }), answers: [404] },

  // Provinces, cities and counties: known to everybody.
  "GET api/Region/GetRegionData": { least: "anyone", input: () => ({ level: 2 }) },
  "GET api/Region/CityIndex": { least: "anyone", input: () => ({}) },
  "GET api/Region/GetCountyByCity": { least: "anyone", input: () => ({ cityName: "厦门市" }) },
  "GET Api/Region/GetFullName": { least: "anyone", input: () => ({ areaId: 350203 }) },

  // Jobs: one's own. Which job may be started by whom is asked in tests/jobs.test.ts.
  "POST Api/Job/Start": { least: "member", input: () => ({ name: "no-such-job" }), answers: [404] },
  "GET Api/Job/Mine": { least: "member", input: () => ({}) },
  "GET Api/Job/Log": { least: "member", input: () => ({ id: nobody }), answers: [404] },
  "POST Api/Job/Cancel": { least: "member", input: () => ({ id: nobody }), answers: [404] },
  "POST Api/Job/Seen": { least: "member", input: () => ({}) },

  // Others.
  "POST basic/contact/submit": {
    least: "anyone",
    input: () => ({ name: "Ada", contact: "ada@example.org", message: "Hello" }),
    answers: [200, 429],
  },
  // Without a file: whoever may upload is told to choose one.
  "POST Api/File/Upload": { least: "member", input: () => ({}), answers: [400, 406, 415, 422] },
};
