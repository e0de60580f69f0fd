/** Which tools a server has. Each tool costs a client's model tokens in every session. */
export const toolProfiles = ["default", "skills", "runs", "full"] as const

export type ToolProfile = (typeof toolProfiles)[number]
