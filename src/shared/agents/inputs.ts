export { callText, commandText } from './claude/callText';
export { proseFields, summaryFields, tellingFields } from './claude/fields';
export {
  commandIn,
  fileIn,
  hasOtherEditFields,
  planIn,
  questionsIn,
  replacementsIn,
  replacesAll,
  shellIdIn,
  subagentTypeIn,
  taskChangeIn,
  textFileIn,
  todosIn,
} from './claude/inputs';
export { isServerTool, serverNamed, serverTool } from './claude/serverTool';
