import { sql } from "drizzle-orm";
import { defineCheck } from "../define-check.server.ts";

export default defineCheck({
  id: "failed-upkeep",
  kinds: ["admin"],
  title: { zh: "失败的维护任务", en: "Failed maintenance tasks" },
  advice: {
    zh: "系统不再自动清理或更新。原因见服务器日志。",
    en: "The program no longer cleans up or updates by itself. The server’s log says why.",
  },
  severity: "error",
  async inRows({ services, tenantId }) {
    const tasks = await services.database.read<{ name: string }>(
      "*",
      sql`select name from upkeep_run where ended_at is not null and problem is not null and (succeeded_at is null or succeeded_at < ended_at) order by name`,
    );
    return {
      findings: tasks.map(({ name }) => ({
        key: name,
        subject: { type: "space", id: tenantId, title: { zh: name, en: name } },
        text: { zh: "最近一次运行失败", en: "Its last run failed" },
      })),
      next: null,
    };
  },
});
