export { callText, commandText } from './claude/callText';
export { proseFields, summaryFields, primaryFields } from './claude/toolInputFields';
export {
  commandIn,
  fileIn,
  grantableFile,
  hasOtherEditFields,
  planIn,
  replacementsIn,
  replacesAll,
  shellIdIn,
  subagentTypeIn,
  taskChangeIn,
  textFileIn,
  todosIn,
} from './claude/inputs';
export { areKnownQuestions, questionsIn } from './claude/questions';
export { filesInPatch } from './codex/tools';
export { isServerTool, serverOfRule, serverTool } from './claude/serverTool';
