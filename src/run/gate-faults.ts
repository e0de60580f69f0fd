/** Why a gate's command may not run, for reasons that no work on the result can change. */
export const gateFaults = {
  shellOff: "commands are switched off in the settings",
  changed:
    "the skill it comes from changed since the run started, or is no longer approved (skillet trust list shows which)",
  notApproved: "the skill it comes from is not approved (skillet trust add approves it)",
} as const
