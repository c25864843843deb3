#include "viewer/script.h"

#include <gmock/gmock.h>

#include "viewer/frame_list.h"

namespace toile::view {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Script, ReadsEveryStep) {
  const auto steps = parseScript(
      "# a comment\n\nframe 3\nmove 0.5 0.25\ndown left\nup left\nwheel -2\nkey x\npress z\nrelease z\n"
      "text hi\nconsole cloth_wind 1 2 3\nreport\nshot a b.png\n",
      "s");
  ASSERT_TRUE(steps) << steps.error();
  ASSERT_EQ(steps->size(), 14u);  // key is two, text one a letter
  EXPECT_EQ(std::get<ScriptFrames>(steps.value()[0]).count, 3u);
  EXPECT_EQ(std::get<InputEvent>(steps.value()[1]).y, 0.25f);
  EXPECT_EQ(std::get<InputEvent>(steps.value()[5]).key, letter('X'));
  EXPECT_EQ(std::get<ScriptCommand>(steps.value()[11]).line, "cloth_wind 1 2 3");
  EXPECT_EQ(std::get<ScriptShot>(steps.value()[13]).file, "a b.png");
}

TEST(Script, ErrorsNameTheLine) {
  for (const char* line :
       {"fly", "move 1", "move a b", "down up", "key hyper", "frame x", "frame -1", "wheel", "shot"}) {
    const auto steps = parseScript(std::string("frame\n") + line, "demo.txt");
    ASSERT_FALSE(steps) << line;
    EXPECT_THAT(steps.error(), StartsWith("demo.txt:2: "));
  }
}

TEST(FrameList, KnowsWordsListsAndRanges) {
  EXPECT_THAT(frameList("last", 91).value(), ElementsAre(90));
  EXPECT_THAT(frameList("all", 3).value(), ElementsAre(0, 1, 2));
  EXPECT_THAT(frameList("5,0,5", 91).value(), ElementsAre(0, 5));
  EXPECT_THAT(frameList("0:6:3,last", 10).value(), ElementsAre(0, 3, 6, 9));
  EXPECT_THAT(frameList("200", 10).value(), ElementsAre(200));
}

TEST(FrameList, RefusesTheRest) {
  for (const char* text : {"", "a", "1,", "3:1", "0:9:0", "1:2:3:4", "-1", "1e3", "99999999999"})
    EXPECT_FALSE(frameList(text, 10).ok()) << text;
  EXPECT_THAT(frameList("0,x", 10).error(), HasSubstr("\"x\""));
}

}  // namespace
}  // namespace toile::view
