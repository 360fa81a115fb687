import type { Text } from "#kit/text.ts";
import type { DeliveryAttempt, DeliveryProblem, DeliveryState } from "#kit/webhook.ts";

/** The name of each state of a delivery, and the colour token of its tag. */
export const stateNames: Record<DeliveryState, { name: Text; color: string }> = {
  waiting: { name: { zh: "等待中", en: "Waiting" }, color: "ochre" },
  sending: { name: { zh: "推送中", en: "Sending" }, color: "azurite" },
  sent: { name: { zh: "成功", en: "Delivered" }, color: "malachite" },
  failed: { name: { zh: "失败", en: "Failed" }, color: "cinnabar" },
  skipped: { name: { zh: "已跳过", en: "Skipped" }, color: "amethyst" },
};

/** Why an attempt at a delivery failed. */
export const problemTexts: Record<DeliveryProblem, Text> = {
  address: { zh: "接收地址无效", en: "The endpoint address is not valid" },
  insecure: { zh: "接收地址不是 https://", en: "The endpoint address is not https://" },
  private: { zh: "接收地址位于内部网络", en: "The endpoint address is inside a private network" },
  name: { zh: "找不到该域名", en: "The host name was not found" },
  connection: { zh: "无法连接，或连接中断", en: "Could not connect, or the connection was lost" },
  timeout: { zh: "10 秒内没有响应", en: "No response within 10 seconds" },
  status: { zh: "接收程序返回错误", en: "The endpoint returned an error" },
  rights: { zh: "Webhook 的角色无权查看该数据", en: "The roles of the webhook may not view this record" },
  secret: { zh: "签名密钥无法读取，请更换密钥", en: "The signing secret cannot be read. Rotate it." },
};

/** The result of an attempt: the HTTP status of the response, or why there was no response. */
export function outcomeOf({ status, problem }: DeliveryAttempt): Text {
  if (status !== undefined) return { zh: `HTTP ${status}`, en: `HTTP ${status}` };
  return problem === undefined ? { zh: "", en: "" } : problemTexts[problem];
}
