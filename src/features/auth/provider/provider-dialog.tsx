import type { CallOutput } from "#kit/call.ts";
import type { Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { type DialogField, FormDialog } from "#render/form/form-dialog.tsx";
import { relationField } from "#render/form/relation-field.tsx";
import { useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";

type Settings = NonNullable<CallOutput<"GET paas/identity-provider">["provider"]>;

const texts = {
  title: { zh: "员工单点登录", en: "Staff single sign-on" },
  save: { zh: "保存", en: "Save" },
  saved: { zh: "单点登录已保存", en: "Single sign-on saved" },
  issuer: { zh: "颁发者地址", en: "Issuer" },
  issuerHint: { zh: "例如 https://login.example.com", en: "For example https://login.example.com" },
  clientId: { zh: "客户端 ID", en: "Client ID" },
  secret: { zh: "客户端密钥", en: "Client secret" },
  secretStored: {
    zh: "已保存，不再显示。留空则不变；更换颁发者后需要重新输入。",
    en: "Stored and never shown again. Leave empty to keep it; a new issuer requires it again.",
  },
  nameZh: { zh: "按钮名称（中文）", en: "Button name (Chinese)" },
  nameEn: { zh: "按钮名称（英文）", en: "Button name (English)" },
  isEnabled: { zh: "状态", en: "State" },
  on: { zh: "启用", en: "On" },
  off: { zh: "停用：用它登录的会话将退出", en: "Off: sessions that it opened end" },
  password: { zh: "密码和短信登录", en: "Passwords and SMS codes" },
  passwordOn: { zh: "所有成员可用", en: "For all members" },
  passwordOff: { zh: "仅管理员可用，其他成员须用单点登录", en: "For administrators only; others use single sign-on" },
  adds: { zh: "新员工", en: "New staff" },
  addsOff: { zh: "不自动加入", en: "Not added" },
  addsOn: { zh: "首次登录时加入为成员", en: "Become members at their first sign-in" },
  domains: { zh: "允许的邮箱域名", en: "E-mail domains of new staff" },
  domainsHint: {
    zh: "用逗号分隔。只接受身份提供方声明已验证的邮箱。",
    en: "Separated by commas. The identity provider must say that it verified the address.",
  },
  role: { zh: "新成员的角色", en: "Role of new members" },
} satisfies Record<string, Text>;

const domainsIn = (text: string) =>
  text
    .split(/[,，;；\s]/)
    .map((domain) => domain.trim())
    .filter((domain) => domain !== "");

const choice = (isOn: boolean) => (isOn ? "on" : "off");

type DialogProps = { provider: Settings | null; onClose: () => void; onSaved: () => void };

/** The form of the identity provider of the space. */
export default function ProviderDialog({ provider, onClose, onSaved }: DialogProps) {
  const t = useText();
  const choices = (on: Text, off: Text) => [
    { key: "on", name: t(on) },
    { key: "off", name: t(off) },
  ];
  const fields: DialogField[] = [
    { name: "issuer", label: t(texts.issuer), hint: t(texts.issuerHint), type: "text", max: 300 },
    { name: "clientId", label: t(texts.clientId), type: "text", max: 300 },
    {
      name: "secret",
      label: t(texts.secret),
      type: "password",
      autoComplete: "off",
      max: 1000,
      isOptional: provider !== null,
      hint: provider === null ? undefined : t(texts.secretStored),
    },
    { name: "nameZh", label: t(texts.nameZh), type: "text", max: 40 },
    { name: "nameEn", label: t(texts.nameEn), type: "text", max: 40 },
    { name: "isEnabled", label: t(texts.isEnabled), type: "select", options: choices(texts.on, texts.off) },
    {
      name: "allowsPassword",
      label: t(texts.password),
      type: "select",
      options: choices(texts.passwordOn, texts.passwordOff),
    },
    { name: "addsMembers", label: t(texts.adds), type: "select", options: choices(texts.addsOn, texts.addsOff) },
    { name: "domains", label: t(texts.domains), hint: t(texts.domainsHint), type: "text", max: 2000, isOptional: true },
    relationField({ name: "roleId", label: t(texts.role), entity: "role", isOptional: true }),
  ];
  return (
    <FormDialog
      title={t(texts.title)}
      save={t(texts.save)}
      fields={fields}
      initialValues={{
        issuer: provider?.issuer ?? "",
        clientId: provider?.clientId ?? "",
        secret: "",
        nameZh: provider?.name.zh ?? "",
        nameEn: provider?.name.en ?? "",
        isEnabled: choice(provider?.isEnabled ?? true),
        allowsPassword: choice(provider?.allowsPassword ?? true),
        addsMembers: choice(provider?.addsMembers ?? false),
        domains: provider?.domains.join(", ") ?? "",
        roleId: provider?.roleId ?? "",
      }}
      onSave={async (values) => {
        const { issuer = "", clientId = "", secret = "", nameZh = "", nameEn = "", domains = "", roleId = "" } = values;
        await call("POST paas/identity-provider/save", {
          issuer,
          clientId,
          ...(secret === "" ? {} : { secret }),
          name: { zh: nameZh, en: nameEn },
          isEnabled: values.isEnabled === "on",
          allowsPassword: values.allowsPassword === "on",
          addsMembers: values.addsMembers === "on",
          domains: domainsIn(domains),
          roleId: roleId === "" ? null : roleId,
        });
        notify("success", t(texts.saved));
        onSaved();
      }}
      onClose={onClose}
    />
  );
}
