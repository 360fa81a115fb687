import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { healthOutput, readHealth } from "../health/read-health.server.ts";

const health = defineCall({
  method: "GET",
  path: "paas/health",
  envelope: "data",
  title: {
    zh: "查询系统运行状态",
    en: "Get the health of the installation: its processes, the database, stored files and the services of others",
  },
  access: superAdmin,
  stepUp: true,
  sensitive: true,
  input: z.strictObject({}),
  output: healthOutput,
  run: (_input, { services }) => readHealth(services),
});

export default health;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/health": typeof health;
  }
}
