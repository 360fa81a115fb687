import type { Text } from "#kit/text.ts";

/** A text that people agree to: `/html?method=contract&id={number}`. `text` is Markdown. */
export type Contract = { number: number; title: Text; text: Text; effectiveAt: string };

export const contracts: Contract[] = [
  {
    number: 2,
    title: { zh: "用户协议", en: "User agreement" },
    effectiveAt: "2026-11-01T00:00:00.000Z",
    text: {
      zh: `本协议是演示站点的示例文本。正式使用之前，请由您的法律顾问改成适合您公司的版本。

# 1. 服务内容

经纬提供设备身份登记、运行数据存证、资产台账、凭证与份额登记、收益核算以及相关的管理工具。平台不发行金融产品，不保管客户资金，也不承诺收益。

# 2. 账号

- 用本人的手机号注册，并保管好密码和验证码
- 注册后您拥有一个独立空间，您是它的管理员，对空间内的操作负责
- 发现账号被他人使用，请立即修改密码并通知我们

# 3. 您的内容

您上传的资料和设备产生的数据归您所有。您授权我们为提供服务而存储、处理和展示它们，此外不作他用。

# 4. 使用规则

不得上传违法内容，不得未经授权访问他人空间，不得以影响他人使用的方式调用接口。违反时，我们会先通知；情节严重的，可以暂停服务。

# 5. 中断与变更

计划内的维护会提前公告。功能变更影响您已有的约定时，我们至少提前三十天说明。

# 6. 责任

平台记录的准确性取决于设备与您提供的资料。因不可抗力、第三方网络或您自行改装设备造成的后果，由相应的责任方承担。法律另有规定的，从其规定。

# 7. 终止

您可以随时注销。注销申请有七天的撤回期，之后依法应当保留的记录继续保存，其余删除。

# 8. 争议

协议的解释适用运营方所在地的法律。发生争议先协商，协商不成的，由有管辖权的法院处理。`,
      en: `This is the sample agreement of a demonstration site. Before real use, have it adapted by your legal counsel.

# 1. Services

Meridian provides device identities, notarised operating data, an asset ledger, registers of certificates and units, revenue accounting and related management tools. The platform issues no financial products, holds no client funds and promises no returns.

# 2. Your account

- Sign up with your own mobile number and keep your password and codes confidential
- Signing up gives you your own space; as its administrator you are responsible for activity in it
- If somebody else uses your account, change your password immediately and notify us

# 3. Your content

You own the content you upload and the data your devices produce. You permit us to store, process and display it solely to provide the service.

# 4. Rules of use

You may not upload unlawful content, access other customers’ spaces without authorisation, or use the API in a way that impairs the service for others. We will notify you of a breach first; in serious cases we may suspend the service.

# 5. Interruptions and changes

Planned maintenance is announced. Where a change affects existing agreements with you, we will give at least thirty days’ notice.

# 6. Liability

The accuracy of records depends on the devices and documents you provide. Consequences of force majeure, third-party networks or modifications you make to devices are borne by the responsible party. Mandatory law takes precedence.

# 7. Termination

You can close your account at any time and withdraw the request within seven days. After that, your data is deleted, except records we are required by law to retain.

# 8. Disputes

This agreement is governed by the law of the operator’s place of business. Disputes are resolved by negotiation; failing that, by the court with jurisdiction.`,
    },
  },
  {
    number: 3,
    title: { zh: "隐私政策", en: "Privacy policy" },
    effectiveAt: "2026-11-01T00:00:00.000Z",
    text: {
      zh: `本政策是演示站点的示例文本，说明经纬在默认安装下的实际数据处理方式。

# 我们收集什么

- **注册**：手机号、密码的单向散列、注册时间
- **登录**：设备说明、登录时间，用来让您看到和退出自己的登录
- **留言**：您填写的姓名、联系方式和内容
- **地区**：根据访问地址在本机查询国家，只用来决定默认语言，不保存

公开页面不使用统计脚本，不加载第三方内容，不设置广告标识。

# 浏览器中存储的信息

一个记住语言的值，一个记住外观的值；登录后还有一个会话 Cookie，脚本读不到它。

# 谁可以查看

您空间里的数据只有您授权的成员能看。手机号默认遮盖，查看完整号码会留下记录。

# 保留期限

会话最长三十天。留言保留到处理完毕。注销后七天内可以撤销，之后删除；法律要求保存的除外。

# 您的权利

查看、更正、导出、删除自己的信息，或者撤回同意。通过联系页面告诉我们，我们会在三十天内答复。`,
      en: `This is the sample policy of a demonstration site. It describes how a default installation of Meridian handles data.

# What we collect

- **Sign-up**: mobile number, a one-way hash of the password, time
- **Sign-in**: device description and time, so that you can review your sign-ins and sign out remotely
- **Messages**: the name, contact details and message you enter
- **Country**: determined on our own server from your IP address, only to choose the default language, and not stored

Public pages run no analytics, load nothing from third parties and set no advertising identifiers.

# What is stored in your browser

One value for your language and one for your appearance setting. After sign-in, a session cookie that scripts cannot read.

# Who can see your data

Data in your space is visible only to the members you authorise. Mobile numbers are masked by default, and viewing one in full is logged.

# Retention

Sessions last up to thirty days. Messages are kept until they have been handled. After you close your account you have seven days to withdraw the request; your data is then deleted, except records we are required by law to retain.

# Your rights

You can access, correct, export or delete your data, or withdraw consent. Contact us through the contact page; we reply within thirty days.`,
    },
  },
];
