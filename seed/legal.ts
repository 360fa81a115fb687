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

不得上传违法内容，不得试探他人的空间，不得以影响他人使用的方式调用接口。违反时，我们会先通知；情节严重的，可以暂停服务。

# 5. 中断与变更

计划内的维护会提前公告。功能变更影响您已有的约定时，我们至少提前三十天说明。

# 6. 责任

平台记录的准确性取决于设备与您提供的资料。因不可抗力、第三方网络或您自行改装设备造成的后果，由相应的责任方承担。法律另有规定的，从其规定。

# 7. 终止

您可以随时注销。注销有七天的反悔期，之后依法应当保留的记录继续保存，其余删除。

# 8. 争议

协议的解释适用运营方所在地的法律。发生争议先协商，协商不成的，由有管辖权的法院处理。`,
      en: `This is the sample agreement of a demonstration site. Before real use, have your counsel turn it into one that suits your company.

# 1. What we provide

Meridian provides device identities, notarised operating data, an asset ledger, registers of certificates and units, revenue accounting and the tools around them. The platform issues no financial products, holds no client money and promises no return.

# 2. Your account

- Register with your own mobile number and keep password and codes to yourself
- Registering gives you a space of your own; as its administrator you answer for what is done in it
- If somebody else uses your account, change the password at once and tell us

# 3. What is yours

What you upload and what your machines produce belongs to you. You allow us to store, process and show it in order to provide the service, and for nothing else.

# 4. Rules of use

No unlawful content, no probing of other people's spaces, no calls that make the service worse for others. We tell you first; in serious cases we may suspend the service.

# 5. Interruptions and changes

Planned maintenance is announced. Where a change touches something we agreed with you, you will hear of it at least thirty days before.

# 6. Liability

Records are as accurate as the machines and papers behind them. Force majeure, other people's networks and machines you altered yourself are the responsibility of those concerned. Mandatory law takes precedence.

# 7. Ending it

You can close your account at any time and change your mind within seven days. After that, records that the law wants kept are kept; everything else is deleted.

# 8. Disputes

The law at the operator's seat applies. Disputes are first talked over; failing that, they go to the court that has jurisdiction.`,
    },
  },
  {
    number: 3,
    title: { zh: "隐私政策", en: "Privacy policy" },
    effectiveAt: "2026-11-01T00:00:00.000Z",
    text: {
      zh: `本政策是演示站点的示例文本，写明一个全新安装的经纬实际会做什么。

# 我们收集什么

- **注册**：手机号、密码的单向散列、注册时间
- **登录**：设备说明、登录时间，用来让您看到和退出自己的登录
- **留言**：您填写的姓名、联系方式和内容
- **地区**：根据访问地址在本机查询国家，只用来决定默认语言，不保存

公开页面不使用统计脚本，不加载第三方内容，不设置广告标识。

# 存在您浏览器里的

一个记住语言的值，一个记住外观的值；登录后还有一个会话 Cookie，脚本读不到它。

# 谁能看到

您空间里的数据只有您授权的成员能看。手机号默认遮盖，查看完整号码会留下记录。

# 保留多久

会话最长三十天。留言保留到处理完毕。注销后七天内可以撤销，之后删除；法律要求保存的除外。

# 您可以做什么

查看、更正、导出、删除自己的信息，或者撤回同意。通过联系页面告诉我们，我们会在三十天内答复。`,
      en: `This is the sample policy of a demonstration site. It says what a fresh installation of Meridian really does.

# What is collected

- **Registering**: mobile number, a one-way hash of the password, the time
- **Signing in**: a description of your device and the time, so that you can see where you are signed in and sign out there
- **Messages**: the name, contact and words you write
- **Country**: looked up on our own machine from the address you come from, only to choose a first language, and not kept

Public pages run no analytics, load nothing from third parties and set no advertising identifiers.

# What is kept in your browser

A value that remembers the language and one that remembers light or dark. Once signed in, a session cookie that scripts cannot read.

# Who can see it

Data in your space is seen by the members you allow. Mobile numbers are masked, and looking at one in full leaves a record.

# How long

A session lives thirty days at most. Messages stay until they are dealt with. After you close your account you have seven days to change your mind; then the data is deleted, except what the law wants kept.

# What you can do

See, correct, export or delete your data, or withdraw consent. Tell us through the contact page; you will have an answer within thirty days.`,
    },
  },
];
