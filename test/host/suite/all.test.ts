/** The only test file of the suite, because the editor is started once per file. */
import './activation';
import './lostRow';
