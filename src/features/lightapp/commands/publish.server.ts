import { administrator } from "#kit/access.ts";
import lightApp from "#entities/lightApp.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { publishApp } from "../publish-app.server.ts";

const texts = {
  published: { zh: "已发布", en: "Published" },
  background: {
    zh: "数据较多，正在后台发布，可在“任务”中查看进度",
    en: "Publishing in the background. Follow the progress in Activity.",
  },
};

/** Makes the draft the definition of an entity of the space, for everybody: at once, or in a job when it changes very many records. */
export default defineRowCommand({
  id: "publish",
  entity: lightApp,
  name: { zh: "发布", en: "Publish" },
  icon: "publish",
  access: administrator,
  // The definition says who may read its rows, visitors perhaps.
  stepUp: true,
  question: { title: { zh: "发布“{name}”？", en: "Publish {name}?" } },
  async run({ tx, context }, [target]) {
    const { locale, services } = context;
    const jobId = await publishApp(tx, { context, services, locale }, target!);
    return jobId === undefined ? { text: texts.published, kind: "success" } : { text: texts.background, kind: "info" };
  },
});
