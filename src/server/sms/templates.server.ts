/** Every SMS text, with its variables in order. Providers that store the texts themselves have a template id for each (SMS_TEMPLATES). */
export const smsTemplates = {
  code: ["code"],
  passwordChanged: [],
  payPasswordChanged: [],
  mobileChanged: ["mobile"],
  accountCancelled: [],
  payeeChanged: [],
  newDevice: ["device"],
  twoStepOn: [],
  twoStepOff: [],
  invited: ["space", "site"],
} as const satisfies Record<string, readonly string[]>;

export type SmsTemplate = keyof typeof smsTemplates;

/**
 * Messages whose template may be missing: without a template for invitations, people pass on the link themselves. Codes and security notices need
 * their templates.
 */
const optionalTemplates = new Set<string>(["invited"] satisfies SmsTemplate[]);
export const isOptionalTemplate = (name: string): boolean => optionalTemplates.has(name);

export const isSmsTemplate = (name: string): name is SmsTemplate => Object.hasOwn(smsTemplates, name);
