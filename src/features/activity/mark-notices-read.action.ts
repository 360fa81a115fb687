import { member } from "#kit/access.ts";
import { definePageAction } from "#kit/page-action.ts";

export default definePageAction({
  id: "markNoticesRead",
  name: { zh: "全部通知标为已读", en: "Mark all notifications as read" },
  call: "POST Api/Notice/Read",
  input: {},
  // PUT, because repeating the call changes nothing.
  apiType: 3,
  access: member,
  done: { zh: "全部通知已标为已读", en: "All notifications are marked as read" },
});
