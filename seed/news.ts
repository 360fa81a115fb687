import type { Text } from "#kit/text.ts";

export type SeedNews = {
  title: Text;
  intro: Text;
  body: Text;
  kind: "company" | "product";
  status: "published";
  publishedAt: string;
  pinned: boolean;
  sort: number;
};

const sample: Text = {
  zh: "（本文为演示站点的示例内容。）",
  en: "(Sample content of the demonstration site.)",
};

const both = (zh: string, en: string): Text => ({ zh: `${zh}\n\n${sample.zh}`, en: `${en}\n\n${sample.en}` });

/** News of the demonstration company. They tell of this very site, so that nothing is invented as fact. */
export const news: SeedNews[] = [
  {
    title: { zh: "示例：经纬演示站点上线", en: "Sample: the Meridian demonstration site opens" },
    intro: {
      zh: "中英文两套文案各自写成，页面内容都可以在搭建器里改。",
      en: "Both languages are written in their own right, and every page can be edited in the builder.",
    },
    body: both(
      "这个站点就是产品本身：首页由组件拼成，文字、图样和版式都能在搭建器里修改，发布之后访客立刻看到。",
      "This site is the product: its home page is made of widgets whose words, drawings and layout can be changed in the builder. Visitors see a change as soon as it is published.",
    ),
    kind: "company",
    status: "published",
    publishedAt: "2026-11-18T02:00:00.000Z",
    pinned: true,
    sort: 0,
  },
  {
    title: { zh: "示例：一张凭证，八个份额", en: "Sample: one certificate, eight units" },
    intro: {
      zh: "首页的凭证样张是怎么画的：八瓣花纹对应八个份额。",
      en: "How the specimen on the home page is drawn: eight lobes stand for eight units.",
    },
    body: both(
      "样张上的每一处图案都有含义。花纹的瓣数等于份额数，产品纹样的瓣数等于这一组的产品数。",
      "Every figure on the specimen means something. The rosette has as many lobes as there are units, and each product emblem as many as its group has products.",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-11-12T02:00:00.000Z",
    pinned: false,
    sort: 1,
  },
  {
    title: { zh: "示例：没有脚本也能用的网站", en: "Sample: a site that works without scripts" },
    intro: {
      zh: "公开页面在服务器上渲染完成，首次打开不需要任何前端框架。",
      en: "Public pages are finished on the server; no framework is needed to read them.",
    },
    body: both(
      "菜单、抽屉和语言切换都是普通的网页元素。脚本只带来便利，不带来前提。",
      "Menus, drawer and language switch are plain elements of the page. Scripts add comfort; they are never a condition.",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-11-05T02:00:00.000Z",
    pinned: false,
    sort: 2,
  },
  {
    title: { zh: "示例：新闻可以按中文两个字搜索", en: "Sample: news can be searched by two Chinese characters" },
    intro: { zh: "搜索不分词，也不漏词，两个字就够。", en: "Search neither splits words nor misses them." },
    body: both(
      "中文没有空格，按词切分总会切错一些。我们把相邻的两个字作为索引的单位，所以任意两个字都搜得到，长一点的句子再逐字核对。\n\n一百万条新闻里找两个字，通常十几毫秒。",
      "Chinese has no spaces, and whatever cuts it into words cuts some of them wrongly. Our index is made of every two neighbouring characters, so any two can be found; longer phrases are compared as a whole.\n\nTwo characters among a million items usually take some ten milliseconds.",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-10-29T02:00:00.000Z",
    pinned: false,
    sort: 3,
  },
  {
    title: { zh: "示例：两个人同时改一张表", en: "Sample: two people, one form" },
    intro: {
      zh: "改不同的字段各自保留，改同一个字段会并排给您看。",
      en: "Edits of different fields both stay; edits of the same one are shown side by side.",
    },
    body: both(
      "保存时只送出您改过的字段，以及您看到的版本。别人改的是另一个字段，两边都留下；改的是同一个，您会看到两个值，选一个，再保存。没有谁会被悄悄覆盖。",
      "Saving sends the fields you changed and the version you saw. If somebody else changed another field, both stay. If it was the same one, you see the two values, choose, and save again. Nobody is overwritten in silence.",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-10-22T02:00:00.000Z",
    pinned: false,
    sort: 4,
  },
  {
    title: { zh: "示例：深色与浅色各画一遍", en: "Sample: drawn twice, for light and for dark" },
    intro: {
      zh: "颜色取自矿物，两套都逐对检查过对比度。",
      en: "Colours taken from minerals, every pair checked for contrast in both schemes.",
    },
    body: both(
      "站点跟随您设备的外观设置。深色不是把浅色反过来，而是重新配的一套：纸变成夜里的石板，石绿和朱砂提亮到读得清。\n\n正文与背景的对比度都在 4.5 以上。",
      "The site follows your device. Dark is not light turned round but a set of its own: paper becomes slate at night, and malachite and cinnabar are raised until they can be read.\n\nText and background always differ by 4.5 to 1 or more.",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-10-15T02:00:00.000Z",
    pinned: false,
    sort: 5,
  },
  {
    title: { zh: "示例：一条命令启动", en: "Sample: started with one command" },
    intro: {
      zh: "自带数据库，第一次启动会建好演示公司。",
      en: "It brings its own database and sets up the demonstration company by itself.",
    },
    body: both(
      "安装依赖，启动，打开网址。数据库随项目一起来，表结构自己建，演示内容自己放。想换成自己的 PostgreSQL，改一个环境变量。",
      "Install, start, open the address. The database comes along, makes its own tables and takes in the demonstration content. To use a PostgreSQL of your own, change one environment variable.",
    ),
    kind: "company",
    status: "published",
    publishedAt: "2026-10-08T02:00:00.000Z",
    pinned: false,
    sort: 6,
  },
  {
    title: { zh: "示例：撤销一直可用", en: "Sample: undo is always there" },
    intro: {
      zh: "搭建器里的每一步都能撤销，发布也能回到上一版。",
      en: "Every step in the builder can be undone, and publishing can be rolled back.",
    },
    body: both(
      "移动、缩放、改字、删除，都是一条可以撤销的记录。发布会留下一份不可变的快照，回滚就是把旧快照重新放上去，访客一秒之内看到。",
      "Moving, resizing, writing and deleting are all records that can be taken back. Publishing leaves an unchangeable snapshot; rolling back puts an earlier one in its place, and visitors see it within a second.",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-09-24T02:00:00.000Z",
    pinned: false,
    sort: 7,
  },
  {
    title: { zh: "示例：空间之间互不可见", en: "Sample: spaces do not see one another" },
    intro: {
      zh: "隔离写在数据库里，不只写在程序里。",
      en: "The wall stands in the database, not only in the program.",
    },
    body: both(
      "每一行数据都属于一个空间。程序的每次查询都带着空间编号，数据库再用行级安全检查一遍：即使某处忘了写条件，也读不到别人的行。",
      "Every row belongs to a space. Each query names it, and the database checks again with row security: even where somebody forgot the condition, another space's rows cannot be read.",
    ),
    kind: "company",
    status: "published",
    publishedAt: "2026-09-17T02:00:00.000Z",
    pinned: false,
    sort: 8,
  },
  {
    title: { zh: "示例：接口文档自己写自己", en: "Sample: an API that documents itself" },
    intro: { zh: "页面、表单与接口来自同一份定义。", en: "Pages, forms and API come from one definition." },
    body: both(
      "加一个字段，表格多一列，表单多一项，接口文档多一行。没有第二个地方需要改，也就没有第二个地方会忘。",
      "Add a field and the table gains a column, the form an item, the API documentation a line. There is no second place to change, and so none to forget.",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-09-10T02:00:00.000Z",
    pinned: false,
    sort: 9,
  },
  {
    title: { zh: "示例：键盘可以走完全程", en: "Sample: all of it by keyboard" },
    intro: {
      zh: "菜单、对话框、表格和画布都不依赖鼠标。",
      en: "Menus, dialogs, tables and the canvas do not depend on a mouse.",
    },
    body: both(
      "Tab 走到下一个，方向键在组里移动，Esc 关闭并把焦点还给原处。画布上的节点可以用方向键挪一个像素，按住 Shift 挪十个。",
      "Tab goes to the next thing, arrows move within a group, Escape closes and gives the focus back. Nodes on the canvas move by a pixel with the arrow keys, and by ten with Shift.",
    ),
    kind: "product",
    status: "published",
    publishedAt: "2026-08-27T02:00:00.000Z",
    pinned: false,
    sort: 10,
  },
  {
    title: { zh: "示例：读这个站点需要多少流量", en: "Sample: what this site weighs" },
    intro: { zh: "一页连字体不到六十千字节。", en: "A page with its fonts stays under sixty kilobytes." },
    body: both(
      "图样是算出来的曲线，不是图片；中文用您设备上的字体；脚本只有几千字节，而且没有它也能读。首页全部加起来不到六十千字节。",
      "Ornaments are computed curves, not pictures. Chinese uses the fonts on your device. Scripts are a few kilobytes, and the site can be read without them. All told the home page stays under sixty.",
    ),
    kind: "company",
    status: "published",
    publishedAt: "2026-08-20T02:00:00.000Z",
    pinned: false,
    sort: 11,
  },
];
