import { member, type Route } from '../../../requests/route.ts';
import { showAudit } from './audit.ts';
import { enrolCodes, removeCodes } from './codes.ts';
import { leave, showLeave } from './leave.ts';
import {
  inviteSomebody,
  removeFromTeam,
  revoke,
  saveRole,
  showInvite,
  showMember,
  showTeam,
} from './team.ts';

/** Who works for the merchant, the merchant's codes for payouts, and who did what. */
export const teamRoutes: readonly Route[] = [
  member('see').get('/team', showTeam),
  member('team').get('/team/invite', showInvite, { stepUp: true }),
  member('team').post('/team/invite', inviteSomebody, { again: showInvite, stepUp: true }),
  member('team').post('/team/invitations/:invitation/revoke', revoke, {
    again: showTeam,
    whileSuspended: true,
  }),
  member('team').get('/team/members/:user', showMember),
  member('team').post('/team/members/:user/role', saveRole, { again: showMember, stepUp: true }),
  member('team').post('/team/members/:user/remove', removeFromTeam, {
    again: showMember,
    stepUp: true,
    whileSuspended: true,
  }),
  member('see').get('/team/leave', showLeave),
  member('see').post('/team/leave', leave, { again: showLeave, stepUp: true, whileSuspended: true }),
  member('team').post('/team/codes/enrol', enrolCodes, { again: showTeam, stepUp: true }),
  member('team').post('/team/codes/remove', removeCodes, { again: showTeam, stepUp: true }),
  member('audit').get('/audit', showAudit),
];
