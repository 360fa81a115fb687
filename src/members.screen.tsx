import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { renderInvitationActions } from "#features/space/invitation-actions.tsx";

/** The members of a space, and what can be done about invitations that wait. */
export function MembersScreen() {
  return <AutoScreen renderActions={renderInvitationActions} />;
}
